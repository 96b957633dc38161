import type { Page } from './page.ts'

/**
 * Tells one first page of a list from another: by the keys of its rows and their blocks, as a pending row that is mined
 * keeps its key, but gets a block. Two 32-bit hashes of them: a window names the page it has by it.
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
