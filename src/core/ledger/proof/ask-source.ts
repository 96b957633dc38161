/** Requests what transactions did from the source: each once, up to a limit. */
import type { CallTrace } from '#shared/chain/call-trace.ts'
import type { StateChange } from '#shared/chain/transaction.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { assetId, COIN, lower, toAmount } from '../movement.ts'
import type { Observed } from './bisect-gaps.ts'
import type { Questions } from './prove.ts'

export interface SourceAsking {
  /** All state changes of a transaction. */
  readonly changes: (transaction: string) => Promise<readonly StateChange[]>
  readonly calls: (transaction: string) => Promise<CallTrace>
}

export interface CountedQuestions extends Questions {
  readonly requestCount: number
}

export function createQuestions(source: SourceAsking, address: string, maxAsked: number): CountedQuestions {
  const answers = new Map<string, Promise<unknown>>()
  async function ask<T>(key: string, request: () => Promise<T>): Promise<T | undefined> {
    const known = answers.get(key)
    if (!known && answers.size >= maxAsked) return undefined
    const answer = (known ?? request()) as Promise<T>
    answers.set(key, answer)
    try {
      return await answer
    } catch (error) {
      // A failed request leaves the answer unknown; a cancelled one rejects.
      if (error instanceof ChainglassFailure && error.error.code !== 'cancelled') return undefined
      throw error
    }
  }
  return {
    get requestCount() {
      return answers.size
    },
    async observe(transaction, asset) {
      const changes = await ask(`changes ${transaction}`, () => source.changes(transaction))
      return changes && observedOf(changes, address, asset)
    },
    calls: (transaction) => ask(`calls ${transaction}`, () => source.calls(transaction)),
  }
}

function observedOf(changes: readonly StateChange[], address: string, asset: string): Observed | undefined {
  const change = changes.find(
    ({ address: of, type, token, token_id: id }) =>
      lower(of) === address &&
      (asset === COIN ? type === 'coin' : token != null && assetId(token, id) === asset),
  )
  const [before, after] = [toAmount(change?.balance_before), toAmount(change?.balance_after)]
  return before === undefined || after === undefined ? undefined : { before, after }
}
