import type { CallOptions, NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeFailure, NodeRefusal, getUrlHost } from '#platform/json-rpc/node-failure.ts'
import type { Call } from '#platform/json-rpc/rpc-transport.ts'
import { delay } from '#platform/delay.ts'

/** Waits between the attempts: long enough for a limit of requests by the second. */
const WAITS_MS = [50, 100, 200, 400, 800]

export interface AskOptions extends CallOptions {
  /** Gives up at the first refusal. */
  readonly once?: boolean | undefined
}

/**
 * Like `connection.many`, for what nothing goes on without: calls that the node refuses for now are asked again. The
 * refusals it gives are final ones. Throws NodeFailure `refused` where the node goes on refusing.
 */
export async function askAgain(
  connection: NodeConnection,
  calls: readonly Call[],
  { once = false, ...options }: AskOptions = {},
): Promise<readonly (NodeRefusal | { result: unknown })[]> {
  const answers = [...(await connection.many(calls, options))]
  for (let attempt = 0; ; attempt++) {
    const refused = answers.flatMap((answer, index) => (isRefusedForNow(answer) ? [index] : []))
    const [first] = refused
    if (first === undefined) return answers
    const wait = once ? undefined : WAITS_MS[attempt]
    if (wait === undefined) throw refusedFor(connection, calls[first], answers[first])
    await delay(wait)
    const again = await connection.many(
      refused.map((index) => calls[index] ?? { method: '', params: [] }),
      options,
    )
    refused.forEach((index, at) => {
      const answer = again[at]
      if (answer) answers[index] = answer
    })
  }
}

/** One call; throws its final refusal. */
export async function askOneAgain(
  connection: NodeConnection,
  method: string,
  params: readonly unknown[],
  options?: AskOptions,
): Promise<unknown> {
  const [answer] = await askAgain(connection, [{ method, params }], options)
  if (answer instanceof NodeRefusal) throw answer
  return answer?.result
}

const isRefusedForNow = (answer: NodeRefusal | { result: unknown }) =>
  answer instanceof NodeRefusal && answer.meaning === 'refused'

function refusedFor(connection: NodeConnection, call: Call | undefined, refusal: unknown): NodeFailure {
  const words = refusal instanceof NodeRefusal ? refusal.message : 'no answer'
  return new NodeFailure(
    'refused',
    `the node at ${getUrlHost(connection.url)} refuses ${call ? `${subjectOf(call)} ` : ''}for now: ${words}`,
  )
}

/** Describes the subject of a call for a person. */
function subjectOf({ method, params: [first] }: Call): string {
  const isOfBlock = /^eth_getBlock(?:ByNumber|Receipts)$/.test(method)
  if (isOfBlock && typeof first === 'string' && /^0x[0-9a-f]+$/i.test(first))
    return `block ${BigInt(first).toString()}`
  return method === 'eth_getTransactionReceipt' ? `the receipt of transaction ${String(first)}` : method
}
