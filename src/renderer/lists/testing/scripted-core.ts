/** A core for tests of lists: answers pages as a script says, keeps what it was asked. */
import type { RpcClient } from '#shared/rpc/client.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import { fail, ok, type ChainglassError, type Result } from '#shared/rpc/errors.ts'
import type { Page } from '#shared/lists/page.ts'

export type PageAsked = CallInput<'lists.page'>

export interface ScriptedCore extends RpcClient {
  readonly asked: PageAsked[]
  /** Answers the oldest question that waits. */
  answer(result: Page | ChainglassError): Promise<void>
  readonly waiting: number
  /** The head of the list as its watcher hears it. */
  tellHead(page: Page): void
  readonly watched: number
}

export function scriptedCore(): ScriptedCore {
  const asked: PageAsked[] = []
  const questions: { resolve: (result: Result<Page>) => void }[] = []
  const heads = new Set<(page: Page) => void>()
  const core = {
    asked,
    get waiting() {
      return questions.length
    },
    get watched() {
      return heads.size
    },
    call(_name: string, input: PageAsked, options?: { signal?: AbortSignal }) {
      asked.push(input)
      return new Promise((resolve) => {
        const question = { resolve }
        questions.push(question)
        options?.signal?.addEventListener('abort', () => {
          questions.splice(questions.indexOf(question), 1)
          resolve(fail({ code: 'cancelled' }))
        })
      })
    },
    subscribe(_name: string, _input: unknown, listener: (page: Page) => void) {
      heads.add(listener)
      return () => heads.delete(listener)
    },
    async answer(result: Page | ChainglassError) {
      const question = questions.shift()
      if (!question) throw new Error('Nothing was asked.')
      question.resolve('code' in result ? fail(result) : ok(result))
      await Promise.resolve()
      await Promise.resolve()
    },
    tellHead(page: Page) {
      for (const listener of heads) listener(page)
    },
  }
  return core as unknown as ScriptedCore
}

/** A page of items numbered from `from` to before `to`, followed by `next`. */
export function pageOf(from: number, to: number, next: number | null, more: Partial<Page> = {}): Page {
  const numbers = Array.from({ length: to - from }, (_, at) => from + at)
  return {
    items: numbers.map((number) => ({ hash: `0x${String(number)}`, number })),
    keys: numbers.map((number) => `0x${String(number)}`),
    unread: [],
    next: next === null ? null : { at: next },
    ...more,
  }
}
