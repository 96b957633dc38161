/** The context for reading rows: the chain's coin, the person's labels, the list's address. */
import type { Token } from '#shared/chain/token.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { awaitEvent } from '#shared/rpc/read-state.ts'
import { labelsOn } from '#shared/watch/watch-labels.ts'
import type { Session } from './session.ts'

export async function readRowContext(
  session: Session,
  of?: { readonly list: ListId; readonly params: Readonly<Record<string, string>> },
): Promise<RowContext> {
  const { source } = session
  const path = of ? listEndpoint(of.list).path : ''
  return {
    ownAddress: path.startsWith('/addresses/') ? of?.params.address_hash?.toLowerCase() : undefined,
    ownToken: path.startsWith('/tokens/{') && of ? await readToken(session, of.params) : undefined,
    coin: source.coin,
    labels: labelsOn(await readWatched(session.client), source.chainId),
    zone: 'utc',
  }
}

/** Undefined if the source does not say: amounts are then in smallest units. */
async function readToken(
  { client, source, isOffline, signal }: Session,
  { address_hash = '' }: Readonly<Record<string, string>>,
): Promise<Token | undefined> {
  const read = await client.call(
    'details.read',
    { source: source.id, detail: 'token', params: { address_hash }, offline: isOffline },
    { signal },
  )
  return read.ok ? (read.data.item as Token) : undefined
}

/** A long list comes in parts. */
export function readWatched(client: RpcClient): Promise<readonly WatchedAddress[]> {
  const read: WatchedAddress[] = []
  return awaitEvent(client, 'watchlist.changed', {}, (change) => {
    if ('all' in change) read.push(...change.all)
    else if ('others' in change) read.push(...change.others)
    return 'more' in change && change.more ? undefined : read
  })
}
