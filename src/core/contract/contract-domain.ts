/** The calls `contract.*`: what is known of a contract's code, and what the contract says itself. */
import { implementationsOf } from '../abi/contract-abis.ts'
import type { SmartContract } from '#shared/chain/smart-contract.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { contractCalls } from '#shared/rpc/contract/contracts.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { rateClassOf, type Source } from '#shared/source.ts'
import type { KnownAbis } from '../abi/abi-domain.ts'
import { askNode, type AskNodeDeps } from '../check/ask-node.ts'
import { readContractFacts, codeAt } from './contract-facts.ts'
import { readKeyRows, type KeyRowsDeps } from './key-rows.ts'
import { readBlock, readFunctions } from './read-functions.ts'
import { readStorageChanges } from './storage-changes.ts'
import { readContractStorage, type StorageOptions } from './contract-storage.ts'

export interface ContractDeps extends AskNodeDeps {
  readonly reading: Pick<Handlers, 'details.read' | 'lists.page'>
  readonly watchlist: KeyRowsDeps['watchlist']
  readonly abis: KnownAbis
}

type Context = Parameters<Handlers['details.read']>[1]

export const contractDomain = (deps: ContractDeps) => ({ handlers: contractHandlers(deps) })

const contractHandlers = (deps: ContractDeps): Pick<Handlers, keyof typeof contractCalls> => ({
  async 'contract.about'({ source, address }, context) {
    const contract = await contractOf(deps, source, address, context)
    const code =
      contract?.deployed_bytecode == null ? await codeOf(deps, source, address, context.signal) : null
    if (contract === undefined && code === null) throw new ChainglassFailure({ code: 'not_found' })
    return readContractFacts(deps.abis, { source, address, contract: contract ?? {}, code })
  },
  async 'contract.read'({ source, address, rpcUrl, height, from, calls }, { signal }) {
    const reply = await askNode(deps, { source, rpcUrl }, signal, async (node) => {
      const block = await readBlock(node, height)
      // Errors of a revert are named by the ABIs of the contracts that may run.
      await deps.abis.contracts.ask(source, [address.toLowerCase()], signal)
      const find = deps.abis.names.find(source)
      return { block, results: await readFunctions(node, calls, { address, from, block, find }) }
    })
    return reply.outcome === 'refused' ? reply : { outcome: 'read', node: reply.node, ...reply.answer }
  },
  'contract.storage': (request, context) =>
    readContractStorage(deps, request, {
      ...storageOptions(deps, request, context),
      keyRows: () => readKeyRows(deps, request, context),
    }),
  'contract.storageChanges': (request, context) =>
    readStorageChanges(deps, request, {
      ...storageOptions(deps, request, context),
      hasLayouts: hasLayouts(deps.sources.get(request.source)),
    }),
})

/** Explorers serve no layouts of storage: our own services do, and cases, which may be of one. */
const hasLayouts = (source: Source) => source.kind === 'case' || rateClassOf(source) === 'node'

const storageOptions = (
  deps: ContractDeps,
  { source }: { readonly source: string },
  context: Context,
): StorageOptions => ({
  signal: context.signal,
  contractOf: (address) => contractOf(deps, source, address, context, LAYOUT_AGE_MS),
})

/** Storage is read again and again for the next variable, by layouts that seldom change. */
const LAYOUT_AGE_MS = 60_000

/**
 * Anew where it was read longer ago than `maxAge`, since it may have been verified or upgraded: undefined where the source
 * knows no contract there.
 */
async function contractOf(
  { reading }: ContractDeps,
  source: string,
  address: string,
  context: Context,
  maxAge = 0,
): Promise<SmartContract | undefined> {
  const input = { source, detail: 'smart-contract', params: { address_hash: address } } as const
  const read = (refresh: boolean) => reading['details.read']({ ...input, refresh }, context)
  try {
    const { item, kept } = await read(maxAge === 0)
    const contract = item as SmartContract
    if (maxAge === 0 || kept === undefined) return contract
    const isOld = Date.now() - kept.readAt > maxAge
    // A proxy may have been upgraded just now.
    const isProxy = implementationsOf(contract, address.toLowerCase()).length > 0
    if (!isOld && !isProxy) return contract
    try {
      return (await read(true)).item as SmartContract
    } catch (error) {
      // The source may not be asked again yet: names of a moment ago are better than none.
      if (!isOld && error instanceof ChainglassFailure && error.error.code === 'rate_limited') return contract
      throw error
    }
  } catch (error) {
    if (error instanceof ChainglassFailure && error.error.code === 'not_found') return undefined
    throw error
  }
}

/** The code at a followed node; null if no node is followed, or if it does not answer. */
async function codeOf(deps: ContractDeps, source: string, address: string, signal: AbortSignal) {
  try {
    const reply = await askNode(deps, { source }, signal, (node) => codeAt(node, address))
    return reply.outcome === 'answered' ? reply.answer : null
  } catch (error) {
    // None is followed, or its URL is lost. What the source told is shown all the same.
    if (error instanceof ChainglassFailure && error.error.code !== 'cancelled') return null
    throw error
  }
}
