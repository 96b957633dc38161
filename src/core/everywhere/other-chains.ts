/**
 * Finds sources that answer for another chain than they are listed for. Instances do not name their chain, but our
 * own services do; and a transaction in the same block at the same time exists on one chain only.
 */
import type { Page } from '#shared/lists/page.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { Source } from '#shared/source.ts'
import { keepCoinContract, readOwnService } from '../sources/check/own-service.ts'
import type { Sources } from '../sources/sources.ts'

/** Facts about a source's chain besides its listing. */
export interface ChainCheck {
  /**
   * Whether the chain is certain, because the service named it or the source came with the program: of two sources
   * with the same rows, the certain one is right.
   */
  readonly isSure: boolean
  /** The chain that our own service names, if it differs from the listed one. */
  readonly says?: string
}

/** Rejects if the source does not answer. */
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

/** Stores the transactions of each source that answers, and finds two that have the same ones on different chains. */
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

/** Decides which of two sources with the same rows is refused: both, if neither is certain. */
export async function findWrongSource(
  one: Compared,
  other: Compared,
): Promise<{ one: boolean; other: boolean }> {
  const [isOneSure, isOtherSure] = await Promise.all([one.isSure, other.isSure])
  const isOpen = isOneSure === isOtherSure
  return { one: isOpen || isOtherSure, other: isOpen || isOneSure }
}
