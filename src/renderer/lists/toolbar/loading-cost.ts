import { formatCount } from '#renderer/lib/format-number.ts'

/** What reading the rest of a list asks of a source, as far as it can be known before. */
export interface LoadingCost {
  /** Rows that are left; undefined where nobody told how many there are. */
  readonly rows: number | undefined
  readonly requests: number | undefined
  /** Undefined where requests cost nothing. */
  readonly credits: number | undefined
}

export const ROWS_A_PAGE = 50

export function loadingCost(
  loaded: number,
  total: number | undefined,
  creditsAPage: number | undefined,
): LoadingCost {
  if (total === undefined || total < loaded)
    return { rows: undefined, requests: undefined, credits: undefined }
  const rows = total - loaded
  const requests = Math.ceil(rows / ROWS_A_PAGE)
  return { rows, requests, credits: creditsAPage === undefined ? undefined : requests * creditsAPage }
}

/** `About 964 requests for 48,161 more rows, 19,280 credits.` */
export function costWords(cost: LoadingCost, creditsAPage: number | undefined): string {
  if (cost.rows === undefined || cost.requests === undefined) {
    const each = creditsAPage === undefined ? '' : `, ${formatCount(creditsAPage)} credits`
    return `The source does not say how many rows are left. Every ${String(ROWS_A_PAGE)} rows are one request${each}.`
  }
  const credits = cost.credits === undefined ? '' : `, ${formatCount(cost.credits)} credits`
  const requests = cost.requests === 1 ? '1 request' : `${formatCount(cost.requests)} requests`
  return `About ${requests}${credits}, for ${formatCount(cost.rows)} more rows.`
}
