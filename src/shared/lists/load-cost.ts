/** Estimated cost of loading the rest of a list. */
export interface LoadAllCost {
  /** Rows to load; undefined where the source has no total. */
  readonly rows: number | undefined
  readonly requests: number | undefined
  /** Undefined where requests are free. */
  readonly credits: number | undefined
}

/** Rows of a page, as instances give them. */
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
