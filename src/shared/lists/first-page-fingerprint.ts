import type { Page } from './page.ts'

/**
 * Computes a short text that differs if the first page of a list differs: two 32-bit hashes of the rows' keys and
 * their blocks. The block counts because a pending row keeps its key when it is mined. A window sends it to say which
 * page it has.
 */
export function firstPageFingerprint({ items, keys }: Pick<Page, 'items' | 'keys'>): string {
  const text = items
    .map((item, index) => `${keys[index] ?? ''}@${String((item as { block_number?: unknown }).block_number)}`)
    .join()
  let one = 0x811c9dc5
  let other = 0x9747b28c
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x5bd1e995)
    other ^= other >>> 15
  }
  return `${String(items.length)}-${(one >>> 0).toString(16)}${(other >>> 0).toString(16).padStart(8, '0')}`
}
