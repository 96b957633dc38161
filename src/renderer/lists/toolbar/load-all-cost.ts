import { formatCount } from '#renderer/lib/format-number.ts'

/** What loading the rest of a list costs, as far as it can be known before. */
export interface LoadAllCost {
  /** Rows that are left; undefined where the source does not say how many there are. */
  readonly rows: number | undefined
  readonly requests: number | undefined
  /** Undefined where requests cost nothing. */
  readonly credits: number | undefined
}

export const ROWS_PER_PAGE = 50

export function loadAllCost(
  loaded: number,
  total: number | undefined,
  creditsPerPage: number | undefined,
): LoadAllCost {
  if (total === undefined || total < loaded)
    return { rows: undefined, requests: undefined, credits: undefined }
  const rows = total - loaded
  const requests = Math.ceil(rows / ROWS_PER_PAGE)
  return { rows, requests, credits: creditsPerPage === undefined ? undefined : requests * creditsPerPage }
}

/** `About 964 requests for 48,161 more rows, 19,280 credits.` */
export function describeCost(cost: LoadAllCost, creditsPerPage: number | undefined): string {
  if (cost.rows === undefined || cost.requests === undefined) {
    const each = creditsPerPage === undefined ? '' : `, ${formatCount(creditsPerPage)} credits`
    return `The source does not say how many rows are left. Every ${String(ROWS_PER_PAGE)} rows are one request${each}.`
  }
  const credits = cost.credits === undefined ? '' : `, ${formatCount(cost.credits)} credits`
  const requests = cost.requests === 1 ? '1 request' : `${formatCount(cost.requests)} requests`
  return `About ${requests}${credits}, for ${formatCount(cost.rows)} more rows.`
}
