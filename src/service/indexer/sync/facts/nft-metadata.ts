import type { Session } from '../sync-context.ts'
import { callContracts } from '../../node/contract-calls.ts'
import { amountValue } from '../../store/amounts.ts'
import { inlineMetadata, isInline, metadataLink, metadataText } from '../../decode/metadata-link.ts'

/** The JSON behind a link (http, https, ipfs, ar) that a contract gave; null where it can't be had. */
export type FetchMetadata = (link: string) => Promise<unknown>

export interface InstanceKey {
  readonly token: number
  readonly tokenId: Uint8Array
}

const TOKEN_URI = '0xc87b56dd'
const MULTI_URI = '0x0e89341c'

/** Asks for the metadata of these NFTs and writes it down; what lies elsewhere (http, ipfs) is only noted as a link. */
export async function learnInstances(session: Session, keys: readonly InstanceKey[], urgent = false) {
  const { connection, store } = session
  const calls = keys.map(({ token, tokenId }) => ({
    to: store.addresses.hashOf(token),
    data: `${store.tokens.typeOf(token) === 'ERC-1155' ? MULTI_URI : TOKEN_URI}${amountValue(tokenId).toString(16).padStart(64, '0')}`,
  }))
  const answers = await callContracts(connection, calls, { urgent })
  if (keys.length === 0 || !store.database.isOpen) return
  store.write(() => {
    keys.forEach(({ token, tokenId }, index) => {
      const link = metadataLink(answers[index] ?? null, amountValue(tokenId))
      const inline = link !== null && isInline(link)
      store.database.run(
        'UPDATE instance SET asked = ?, link = ?, metadata = ? WHERE token = ? AND token_id = ?',
        link === null || inline ? 1 : 2,
        inline ? null : link,
        inline ? metadataText(inlineMetadata(link)) : null,
        token,
        tokenId,
      )
    })
  })
}

/** Fetches what lies elsewhere. Only for what somebody has opened: a contract may name any place it likes. */
export async function fetchInstances(
  { store }: Session,
  keys: readonly InstanceKey[],
  fetchMetadata: FetchMetadata,
) {
  const fetched = keys.map(async ({ token, tokenId }) => {
    const row = store.database.get<{ link: string | null }>(
      'SELECT link FROM instance WHERE token = ? AND token_id = ? AND asked = 2',
      token,
      tokenId,
    )
    if (row?.link == null) return
    const text = metadataText(await fetchMetadata(row.link).catch(() => null))
    if (text === null || !store.database.isOpen) return
    // Each as it comes: one server that stalls keeps no other's answer back.
    store.write(() => {
      store.database.run(
        'UPDATE instance SET asked = 1, metadata = ? WHERE token = ? AND token_id = ? AND link = ?',
        text,
        token,
        tokenId,
        row.link,
      )
    })
  })
  await Promise.all(fetched)
}

const AT_ONCE = 25

/** One step of the background: NFTs nobody has asked yet. */
export async function learnNextInstances(session: Session): Promise<boolean> {
  const rows = session.store.database.all<{ token: number; token_id: Uint8Array }>(
    'SELECT token, token_id FROM instance WHERE asked = 0 LIMIT ?',
    AT_ONCE,
  )
  if (rows.length > 0)
    await learnInstances(
      session,
      rows.map((row) => ({ token: row.token, tokenId: row.token_id })),
    )
  return rows.length > 0
}
