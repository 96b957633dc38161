/** Whose movements are read. */
export interface MovementsAsked {
  readonly source: string
  /** In lower case. */
  readonly address: string
}
