/** Makes every text of an answer hostile, and leaves alone what makes an item an item: hashes, numbers, times. */
import { HOSTILE } from '#service/sample/config/texts.ts'

/** Runs, if anything ever does: a test then finds `window.ran`. */
const RUNS = [
  '<img src=x onerror="window.ran = 1">',
  '<script>window.ran = 1</script>',
  '"><svg onload="window.ran = 1">',
  'javascript:window.ran=1',
  "'; window.ran = 1; //",
  '{{constructor.constructor("window.ran = 1")()}}',
]
export const HOSTILE_TEXTS: readonly string[] = [...RUNS, ...Object.values(HOSTILE), 'W'.repeat(3_000)]

/** Each text gets the next of them, so that every one stands in every column of some row. */
export function hostileAnswer(answer: unknown): unknown {
  let nth = 0
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return isText(value) ? HOSTILE_TEXTS[nth++ % HOSTILE_TEXTS.length] : value
    if (Array.isArray(value)) return value.map(change)
    if (typeof value !== 'object' || value === null || JSON.stringify(value).startsWith('"')) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]))
  }
  return change(answer)
}

const isText = (value: string) =>
  !/^0x[0-9a-fA-F]*$/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) && !/^\d{4}-\d\d-\d\dT/.test(value)
