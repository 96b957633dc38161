/** Replaces every text of a response by a hostile one. Hashes, numbers, times and cursors stay, so that lists can be read. */
import { HOSTILE_TEXTS as SAMPLE_TEXTS } from '#service/sample/config/texts.ts'

/** Attempts to run script: a test finds `window.ran` if one succeeds. */
const SCRIPTS = [
  '<img src=x onerror="window.ran = 1">',
  '<script>window.ran = 1</script>',
  '"><svg onload="window.ran = 1">',
  'javascript:window.ran=1',
  "'; window.ran = 1; //",
  '{{constructor.constructor("window.ran = 1")()}}',
]
const HOSTILE_TEXTS: readonly string[] = [...SCRIPTS, ...Object.values(SAMPLE_TEXTS), 'W'.repeat(3_000)]

/** Uses the hostile texts in turn, so that every column gets each of them in some row. */
export function hostileResponse(response: unknown): unknown {
  let nth = 0
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return isText(value) ? HOSTILE_TEXTS[nth++ % HOSTILE_TEXTS.length] : value
    if (Array.isArray(value)) return value.map(change)
    if (typeof value !== 'object' || value === null || JSON.stringify(value).startsWith('"')) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name === 'next_page_params' ? member : change(member),
      ]),
    )
  }
  return change(response)
}

const isText = (value: string) =>
  !/^0x[0-9a-fA-F]*$/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) && !/^\d{4}-\d\d-\d\dT/.test(value)
