/** Meaning of a single decoded value, by its type and name. */

export type ValueMeaning =
  | { readonly kind: 'address' }
  | { readonly kind: 'time'; readonly time: string }
  | { readonly kind: 'unlimited' }
  | { readonly kind: 'bytes'; readonly length: number }
  | { readonly kind: 'text' }
  | { readonly kind: 'plain' }

const ADDRESS = /^0x[0-9a-f]{40}$/i
const TIME_NAME = /deadline|expir|timestamp|valid_?(to|until|after|before)|(start|end|unlock)_?time/i
const AMOUNT_NAME = /amount|value|wad|allowance|limit|max/i
/** Seconds from 2001 to 2286. */
const TIME = /^[1-9]\d{9}$/

export function valueMeaning(type: string, name: string | null, value: string): ValueMeaning {
  if (type === 'address' && ADDRESS.test(value)) return { kind: 'address' }
  if (type === 'string') return { kind: 'text' }
  if (/^bytes\d*$/.test(type)) return { kind: 'bytes', length: (value.length - 2) / 2 }
  const bits = Number(/^uint(\d+)$/.exec(type)?.[1] ?? 0)
  if (bits === 0) return { kind: 'plain' }
  if (TIME.test(value) && TIME_NAME.test(name ?? ''))
    return { kind: 'time', time: new Date(Number(value) * 1_000).toISOString() }
  // Only wide types can be amounts: 255 of a uint8 is an ordinary number.
  if (bits >= 96 && AMOUNT_NAME.test(name ?? '') && value === String(2n ** BigInt(bits) - 1n))
    return { kind: 'unlimited' }
  return { kind: 'plain' }
}
