/**
 * Finds sources that answer for another chain than they are listed for. No instance says which chain it is, but our own
 * services do; and the same transaction in the same block, at the same time, is of one chain only.
 */
import type { Page } from '#shared/lists/page.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { Source } from '#shared/source.ts'
import { keepCoinContract, readOwnService } from '../sources/check/own-service.ts'
import type { Sources } from '../sources/sources.ts'

/** What is known of the chain of a source besides what it is listed for. */
export interface ChainCheck {
  /** It is told by who knows, or came with the program: of two that claim the same rows this one is right. */
  readonly isSure: boolean
  /** The chain that our own service says it is, where that is not the one it is listed for. */
  readonly says?: string
}

/** Rejects where the source does not answer. */
export async function checkChain(
  sources: Pick<Sources, 'get' | 'ready' | 'reportCoin'>,
  id: string,
  signal: AbortSignal,
): Promise<ChainCheck> {
  const source = sources.get(id)
  if (source.kind !== 'instance' || source.ownService !== true || source.chainId === undefined)
    return { isSure: source.builtIn || source.kind !== 'instance' }
  const { baseUrl, secretBaseUrl = baseUrl } = await sources.ready(id)
  const service = await readOwnService(secretBaseUrl, signal)
  const says = service?.chain?.chainId
  if (says === undefined) return { isSure: false }
  if (says !== source.chainId) return { isSure: false, says }
  keepCoinContract(sources, id, service)
  return { isSure: true }
}

export interface Compared extends Pick<Source, 'id' | 'chainId'> {
  readonly isSure: Promise<boolean>
}

/** Remembers the transactions of each source that answers, and tells which two have the same on different chains. */
export function createChainComparison() {
  const seen = new Map<string, Compared>()
  return (source: Compared, transactions: Page): Compared | undefined => {
    if (source.chainId === undefined) return undefined
    let other: Compared | undefined
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

/** Which of two that have the same rows are refused: both, where nothing says which of them is right. */
export async function whichIsWrong(
  one: Compared,
  other: Compared,
): Promise<{ one: boolean; other: boolean }> {
  const [isOneSure, isOtherSure] = await Promise.all([one.isSure, other.isSure])
  const isOpen = isOneSure === isOtherSure
  return { one: isOpen || isOtherSure, other: isOpen || isOneSure }
}
