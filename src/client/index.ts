/** The exports of the package `@chainglass/client` (packages/client), for programs outside of Chainglass. */
export type { ClientOptions } from './create-client.ts'
export {
  createClient,
  type Client,
  type DetailParams,
  type ListFilters,
  type ListParams,
  type ListQuery,
} from './create-client.ts'
export type { ChainglassError as ApiError } from '#shared/errors/errors.ts'
export { ChainglassFailure as ApiFailure } from '#shared/errors/failure.ts'
export { DETAIL_IDS, type DetailId } from '#shared/lists/detail-table.ts'
export type { DetailItem } from '#shared/lists/detail-items.ts'
export { LIST_IDS, type ListId, type ListItem } from '#shared/lists/list-table.ts'
export type { Cursor, Page, PageNotice, UnreadItem } from '#shared/lists/page.ts'
export { invalidFieldsOf, type InvalidField } from '#shared/chain/invalid-fields.ts'
