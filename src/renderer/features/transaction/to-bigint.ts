/** An amount of the API as bigint; undefined where the source does not give it. */
export const toBigint = (text: string | null | undefined): bigint | undefined =>
  text == null ? undefined : BigInt(text)
