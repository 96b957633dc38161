import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import type { Call } from '#platform/json-rpc/rpc-transport.ts'
import type { PoolNode } from './pool-node.ts'

export interface PooledNodes {
  /** The one that is asked first. */
  lead(this: void): PoolNode
  /** All others that are asked now. */
  others(this: void): readonly PoolNode[]
  /** Nodes that may have more than those that are asked, once they respond. */
  away(this: void): readonly PoolNode[]
  failed(this: void, node: PoolNode, failure: NodeFailure): void
  close(this: void): void
}

type Answer = NodeRefusal | { result: unknown }

/**
 * Several nodes as one: each call goes to the lead, and what it does not answer, or has not (an old state, traces), to the
 * others in turn. Throws NodeFailure where none of them answers.
 */
export function createPoolConnection(nodes: PooledNodes): NodeConnection {
  const many: NodeConnection['many'] = async (calls, options) => {
    const answers: (Answer | undefined)[] = calls.map(() => undefined)
    let failure: NodeFailure | null = null
    let open = calls.map((_, index) => index)
    for (const node of inOrder(nodes, calls)) {
      try {
        const given = await node.connection.many(
          open.map((index) => calls[index] ?? { method: '', params: [] }),
          options,
        )
        open.forEach((index, at) => {
          const answer = given[at]
          if (answer) answers[index] = better(answers[index], answer)
          if (answer instanceof NodeRefusal && answer.meaning === 'unsupported')
            node.unsupported.add(calls[index]?.method ?? '')
        })
      } catch (error) {
        if (!(error instanceof NodeFailure) || error.kind === 'too_large' || options?.timeoutMs !== undefined)
          throw error
        nodes.failed(node, error)
        failure = error
      }
      open = open.filter((index) => isWorthAskingElsewhere(answers[index]))
      if (open.length === 0) break
    }
    if (failure !== null && answers.includes(undefined)) throw failure
    return answers.map((answer, index) => withAbsent(answer, calls[index], nodes))
  }

  return {
    get url() {
      return nodes.lead().connection.url
    },
    async request(method, params, options) {
      const [answer] = await many([{ method, params }], options)
      if (answer instanceof NodeRefusal) throw answer
      return answer?.result
    },
    many,
    // A new head is asked for, since each node may have it first.
    subscribe: undefined,
    get batches() {
      return nodes.lead().connection.batches
    },
    set batches(on) {
      nodes.lead().connection.batches = on
    },
    get takesBlockHash() {
      return nodes.lead().connection.takesBlockHash
    },
    set takesBlockHash(takes) {
      nodes.lead().connection.takesBlockHash = takes
    },
    close() {
      nodes.close()
    },
  }
}

/** Orders nodes: first those that are not known to lack one of the methods. */
function inOrder(nodes: PooledNodes, calls: readonly Call[]): readonly PoolNode[] {
  const all = [nodes.lead(), ...nodes.others()]
  const lacks = (node: PoolNode) => calls.some(({ method }) => node.unsupported.has(method))
  return [...all.filter((node) => !lacks(node)), ...all.filter(lacks)]
}

/** A failure of the contract is an answer; if a node refuses or lacks something, another one may give it. */
const isWorthAskingElsewhere = (answer: Answer | undefined) =>
  answer === undefined || (answer instanceof NodeRefusal && !answer.isFailedCall)

const MEANINGS = ['unsupported', 'gone', 'refused'] as const

/** The less final of two refusals: some node may answer later. */
function better(known: Answer | undefined, next: Answer): Answer {
  if (!(known instanceof NodeRefusal) || !(next instanceof NodeRefusal)) return next
  return MEANINGS.indexOf(next.meaning) > MEANINGS.indexOf(known.meaning) ? next : known
}

const LIMIT_EXCEEDED = -32005

/** Traces that no node has which answers are asked for again while another one is away. */
function withAbsent(answer: Answer | undefined, call: Call | undefined, nodes: PooledNodes): Answer {
  const method = call?.method ?? ''
  const isFinal = answer instanceof NodeRefusal && answer.meaning !== 'refused' && !answer.isFailedCall
  if (isFinal && /^(?:trace|debug)_/.test(method)) {
    if (nodes.away().some(({ unsupported }) => !unsupported.has(method)))
      return new NodeRefusal(LIMIT_EXCEEDED, 'a node that may have it does not respond')
  }
  return answer ?? new NodeRefusal(LIMIT_EXCEEDED, 'no node responds')
}
