/**
 * An unquoted number that a double may not hold: 16 digits, more digits than any double is printed with, or an exponent
 * that makes it as long. A match inside a text costs the slower way, never a wrong result. Cheaper than parsing (140 µs
 * against 550 for 240 kB).
 */
const LONG_NUMBER = /[:,[\s]-?(?:\d{16}|\d[\d.]{18}|[\d.]{1,18}[eE]\+?(?:1\d|[2-9]\d|\d{3}))/

/**
 * JSON.parse that loses no digit: a number that a double can't hold comes as its digits in a string (token ids of 256
 * bits in a cursor, amounts that some server writes unquoted). Throws SyntaxError as JSON.parse does.
 */
export function parseLosslessJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? (JSON.parse(text, keepDigits) as unknown) : (JSON.parse(text) as unknown)
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source
  if (source === undefined || source === String(value)) return Number.isInteger(value) ? String(value) : value
  const digits = readInteger(source)
  if (digits !== null) return digits
  // `33.30` says no more than 33.3: up to 15 digits a double holds any decimal.
  return Number.isFinite(value) && source.replace(/[eE].*$|\D/g, '').length <= 15 ? value : source
}

/** The digits of a number as JSON writes it, if it is an integer: some servers write a reward in wei as `2.0e18`. */
function readInteger(source: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(source) ?? []
  const places = Number(exponent)
  const significant = fraction.replace(/0+$/, '')
  // 10^99 is beyond any amount; more would be a way to make texts grow.
  if (whole === '' || places < significant.length || places > 99) return null
  const digits = (whole + significant.padEnd(places, '0')).replace(/^0+(?=\d)/, '')
  return sign + digits
}
