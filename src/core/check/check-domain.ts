/** The calls `check.*`: what a source says, held against a node of its chain. */
import { connectNode, CONNECTION_LIMITS, type NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { getUrlHost } from '#platform/json-rpc/url-host.ts'
import { quantity } from '#platform/json-rpc/wire.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { CheckedThing, CheckReport, checkCalls } from '#shared/rpc/contract/check.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { parseNodeUrl } from '../nodes/parse-node-url.ts'
import type { Sources } from '../sources/sources.ts'
import { checkAddress } from './check-address.ts'
import { checkBlock } from './check-block.ts'
import { checkTransaction } from './check-transaction.ts'
import type { Checked } from './checked.ts'
import { NotBelieved, problemOf } from './node-problem.ts'
import { createSourceReader, type Reading, type SourceReader } from './source-reader.ts'

export interface CheckDeps {
  readonly sources: Pick<Sources, 'get' | 'all' | 'urlOf'>
  readonly reading: Reading
}

/** A node that says nothing for so long is given up: a person waits. */
const TIMEOUT_MS = 20_000

export const checkDomain = (deps: CheckDeps) => ({ handlers: checkHandlers(deps) })

const checkHandlers = (deps: CheckDeps): Pick<Handlers, keyof typeof checkCalls> => ({
  async 'check.thing'({ source, thing, rpcUrl: typed }, context) {
    const { chainId } = deps.sources.get(source)
    const url = typed === undefined ? await ownNodeOf(deps.sources, source) : parseNodeUrl(typed)
    return withNode(url, chainId, context.signal, async (node) =>
      checkThing(node, createSourceReader(deps.reading, source, context), thing),
    )
  },
})

/** Of a node that is followed: the source itself, or one of its chain. */
async function ownNodeOf(sources: CheckDeps['sources'], id: string): Promise<string> {
  const { chainId } = sources.get(id)
  for (const one of sources.all())
    if (one.kind === 'node' && (one.id === id || (chainId !== undefined && one.chainId === chainId)))
      return sources.urlOf(one)
  throw new ChainglassFailure({ code: 'invalid_input', field: 'rpcUrl', reason: 'empty_url' })
}

async function checkThing(node: NodeConnection, reader: SourceReader, thing: CheckedThing): Promise<Checked> {
  switch (thing.kind) {
    case 'transaction':
      return checkTransaction(node, await reader.transaction(thing.hash))
    case 'block':
      return checkBlock(node, await reader.block(thing.block))
    case 'address':
      return checkAddress(node, await reader.address(thing.address))
  }
}

/** What is wrong with the node is the report. */
async function withNode(
  url: string,
  chainId: string | undefined,
  signal: AbortSignal,
  check: (node: NodeConnection) => Promise<Checked>,
): Promise<CheckReport> {
  const node = connectNode(url, { ...CONNECTION_LIMITS, timeoutMs: TIMEOUT_MS })
  const stop = () => {
    node.close()
  }
  signal.addEventListener('abort', stop, { once: true })
  const who = { host: getUrlHost(url), chainId: null as string | null }
  try {
    who.chainId = String(BigInt(quantity(await node.request('eth_chainId', []), 'the id of the chain')))
    if (chainId !== undefined && who.chainId !== chainId)
      throw new NotBelieved({ kind: 'other_chain', node: who.chainId, source: chainId })
    const { block, findings, cut } = await check(node)
    const { height, hash, proven } = block
    return {
      outcome: 'checked',
      node: who,
      block: { height, hash, isProven: proven.has('header') },
      findings,
      cut,
    }
  } catch (error) {
    if (signal.aborted) throw new ChainglassFailure({ code: 'cancelled' }, { cause: error })
    const problem = problemOf(error)
    if (!problem) throw error
    return { outcome: 'refused', node: who, problem }
  } finally {
    signal.removeEventListener('abort', stop)
    node.close()
  }
}
