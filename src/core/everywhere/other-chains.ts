/**
 * Finds sources that answer for another chain than they are listed for. No instance says which chain it is, but our own
 * services do; and the same transaction in the same block, at the same time, is of one chain only.
 */
import type { Page } from '#shared/lists/page.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { Source } from '#shared/source.ts'
import { readOwnService } from '../sources/check/own-service.ts'
import type { Sources } from '../sources/sources.ts'

/** The chain that our own service says it is, where that is not the one it is listed for. */
export async function readOtherChain(
  sources: Pick<Sources, 'get' | 'ready'>,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const source = sources.get(id)
  if (source.kind !== 'instance' || source.ownService !== true || source.chainId === undefined)
    return undefined
  const { baseUrl, secretBaseUrl = baseUrl } = await sources.ready(id)
  const says = (await readOwnService(secretBaseUrl, signal))?.chain?.chainId
  return says === source.chainId ? undefined : says
}

type Listed = Pick<Source, 'id' | 'chainId'>

/** Remembers the transactions of each source that answers, and tells which two have the same on different chains. */
export function createChainComparison() {
  const seen = new Map<string, Listed>()
  return (source: Listed, transactions: Page): Listed | undefined => {
    if (source.chainId === undefined) return undefined
    let other: Listed | undefined
    for (const item of transactions.items as readonly Transaction[]) {
      if (item.block_number == null || item.timestamp == null) continue
      const name = [item.hash.toLowerCase(), item.block_number, item.timestamp].join(' ')
      const first = seen.get(name)
      if (!first) seen.set(name, source)
      else if (first.chainId !== source.chainId) other ??= first
    }
    return other
  }
}
