/** Names for the selectors of calls. */
export interface MethodNames {
  /** Name of a method by its selector (0x and 8 hex digits) and the lower-case address it was called at. */
  nameOf(selector: string, contract: string): string | null
}
