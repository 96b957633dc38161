/** Identifies the address whose movements are read. */
export interface MovementsRequest {
  readonly source: string
  /** In lower case. */
  readonly address: string
}
