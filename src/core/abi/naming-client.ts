/** An API client whose rows and details come with the names of their calls. */
import type { ApiClient } from '../api-client/create-api-client.ts'
import { prepareSignatures } from './known-signatures.ts'
import type { NameRow } from './call-names.ts'

let isPrepared = false

/** Reads the signatures while the first page is requested. */
function prepareOnce() {
  if (isPrepared) return
  isPrepared = true
  setImmediate(prepareSignatures)
}

export const namingClient = (client: ApiClient, nameRow: NameRow): ApiClient => ({
  ...client,
  async readPage(source, query, options) {
    prepareOnce()
    const page = await client.readPage(source, query, options)
    return { ...page, items: page.items.map((item) => nameRow(source.id, item)) }
  },
  async readFirstPage(source, query, knownEtag, options) {
    const page = await client.readFirstPage(source, query, knownEtag, options)
    return page && { ...page, items: page.items.map((item) => nameRow(source.id, item)) }
  },
  readDetail: async (source, detail, params, options) =>
    nameRow(source.id, await client.readDetail(source, detail, params, options)),
})
