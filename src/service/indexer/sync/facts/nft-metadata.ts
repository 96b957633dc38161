import type { Priority } from '#shared/priority.ts'
import {
  decodeInlineMetadata,
  isInline,
  readMetadataLink,
  serializeMetadata,
} from '../../decode/metadata-link.ts'
import type { NftKey } from '../../model/missing-data.ts'
import { callContracts } from '#platform/json-rpc/contract-calls.ts'
import { REFUSED } from '#platform/json-rpc/node-failure.ts'
import { decodeAmount } from '../../store/amounts.ts'
import type { SyncContext } from '../sync-context.ts'
import { numberWord } from '#shared/abi/words.ts'

/** Fetches the JSON at a link (http, https, ipfs, ar) that a contract gave; null where that fails. */
export type FetchMetadata = (link: string) => Promise<unknown>

const TOKEN_URI_SELECTOR = '0xc87b56dd'
const ERC1155_URI_SELECTOR = '0x0e89341c'

/** Values of `instance.fetch_state`. */
const DONE = 1
const LINK_NOT_FETCHED = 2

/** Reads the metadata links of these NFTs. Metadata inside the link is stored, an external link (http, ipfs) only noted. */
export async function fetchNftMetadata(
  { connection, store }: SyncContext,
  keys: readonly NftKey[],
  priority: Priority = 'background',
) {
  const calls = keys.map(({ token, tokenId }) => {
    const selector = store.tokens.typeOf(token) === 'ERC-1155' ? ERC1155_URI_SELECTOR : TOKEN_URI_SELECTOR
    const id = numberWord(decodeAmount(tokenId))
    return { to: store.addresses.hashOf(token), data: `${selector}${id}` }
  })
  const results = await callContracts(connection, calls, { priority })
  if (keys.length === 0 || !store.database.isOpen) return
  store.write(() => {
    keys.forEach(({ token, tokenId }, index) => {
      const result = results[index] ?? null
      if (result === REFUSED) {
        store.repairs.add('nft', token, tokenId)
        return
      }
      store.repairs.remove('nft', token, tokenId)
      const link = readMetadataLink(result, decodeAmount(tokenId))
      const inline = link !== null && isInline(link)
      store.database.send(
        'UPDATE instance SET fetch_state = ?, link = ?, metadata = ? WHERE token = ? AND token_id = ?',
        link === null || inline ? DONE : LINK_NOT_FETCHED,
        inline ? null : link,
        inline ? serializeMetadata(decodeInlineMetadata(link)) : null,
        token,
        tokenId,
      )
    })
  })
}

/** Fetches external metadata. Only for NFTs that a person has opened: a contract may name any server. */
export async function fetchExternalMetadata(
  { store }: SyncContext,
  keys: readonly NftKey[],
  fetchMetadata: FetchMetadata,
) {
  const fetched = keys.map(async ({ token, tokenId }) => {
    const row = store.database.get<{ link: string | null }>(
      `SELECT link FROM instance WHERE token = ? AND token_id = ? AND fetch_state = ${String(LINK_NOT_FETCHED)}`,
      token,
      tokenId,
    )
    if (row?.link == null) return
    const text = serializeMetadata(await fetchMetadata(row.link).catch(() => null))
    if (text === null || !store.database.isOpen) return
    // Written one by one, so that a slow server does not delay the others.
    store.write(() => {
      store.database.run(
        `UPDATE instance SET fetch_state = ${String(DONE)}, metadata = ? WHERE token = ? AND token_id = ? AND link = ?`,
        text,
        token,
        tokenId,
        row.link,
      )
    })
  })
  await Promise.all(fetched)
}

const BATCH_SIZE = 25

/** Background step: NFTs whose link was never read. True where there may be more. */
export async function fetchNextNftMetadata(context: SyncContext): Promise<boolean> {
  const { database, repairs } = context.store
  const rows = database.all<{ token: number; token_id: Uint8Array }>(
    `SELECT token, token_id FROM instance WHERE fetch_state = 0 AND ${repairs.isNotIn('nft', 'token', 'token_id')} LIMIT ?`,
    BATCH_SIZE,
  )
  await fetchNftMetadata(
    context,
    rows.map((row) => ({ token: row.token, tokenId: row.token_id })),
  )
  return rows.length > 0
}
