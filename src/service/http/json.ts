/** Writes JSON like the API: integers of any size keep all their digits, which a JavaScript number can't hold. */

// Node has it since 22; TypeScript's library does not declare it yet.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => object }

/** A value that `JSON.stringify` writes as this JSON text, digit by digit. Throws a SyntaxError if it is invalid. */
export const rawJson = (text: string): object => rawJSON(text)

/** A whole number, as digits, number or bigint, as a JSON integer; any other value is unchanged. */
export function jsonInteger(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON(value.toString())
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : rawJSON(BigInt(value).toString())
}
