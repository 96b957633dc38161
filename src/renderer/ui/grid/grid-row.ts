import type { UnreadItem } from '#shared/lists/page.ts'

/** A row of a list: an item of the API, or what stands in its place where it could not be read. */
export type GridRow<Item = unknown> =
  | { readonly kind: 'item'; readonly key: string; readonly item: Item }
  | { readonly kind: 'unread'; readonly key: string; readonly unread: UnreadItem }
