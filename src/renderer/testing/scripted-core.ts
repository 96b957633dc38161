/**
 * A core for tests: records requests, and answers as the test says. Pages of lists wait for `respond`, and open lists
 * are made of them (`scripted-lists.ts`). Other calls need a handler from `handle`; without one they fail the test.
 */
import type { RpcClient } from '#shared/rpc/client.ts'
import type {
  CallInput,
  CallName,
  CallOutput,
  EventData,
  EventInput,
  EventName,
} from '#shared/rpc/contract.ts'
import { fail, ok, type ChainglassError, type Result } from '#shared/errors/errors.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import type { OpenList } from '#shared/rpc/contract/lists.ts'
import type { Page } from '#shared/lists/page.ts'
import { createScriptedLists } from './scripted-lists.ts'

type PageRequest = CallInput<'lists.page'>

export interface ScriptedCore extends RpcClient {
  /** All requested pages, in order. */
  readonly pageRequests: PageRequest[]
  /** Number of page requests without an answer. */
  readonly pending: number
  /** Answers the oldest pending page request. */
  respond(result: Page | ChainglassError): Promise<void>
  /** Answers all later calls of this name: with a value, or with an error made by `fail`. */
  handle<Name extends CallName>(
    name: Name,
    handler: (input: CallInput<Name>) => Answer<CallOutput<Name>> | Promise<Answer<CallOutput<Name>>>,
  ): void
  /** Inputs of all calls of this name, in order. */
  inputsOf<Name extends CallName>(name: Name): readonly CallInput<Name>[]
  /** Sends an event to its subscribers. */
  emit<Name extends EventName>(name: Name, data: EventData<Name>): void
  /** Inputs of the open subscriptions of this name. */
  subscriptionsTo<Name extends EventName>(name: Name): readonly EventInput<Name>[]
}

type Answer<Output> = Output | Result<never>

interface Subscription {
  readonly name: string
  readonly input: unknown
  readonly listener: (data: never) => void
}

export function createScriptedCore(): ScriptedCore {
  const calls: { readonly name: string; readonly input: unknown }[] = []
  const pendingPages: { resolve(result: Result<Page>): void }[] = []
  const handlers = new Map<string, (input: never) => unknown>()
  const subscriptions = new Set<Subscription>()

  const inputsOf = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input)

  function requestPage(signal: AbortSignal | undefined) {
    return new Promise((resolve) => {
      const pending = { resolve }
      pendingPages.push(pending)
      signal?.addEventListener('abort', () => {
        pendingPages.splice(pendingPages.indexOf(pending), 1)
        resolve(fail({ code: 'cancelled' }))
      })
    })
  }

  const lists = createScriptedLists((input, signal) => {
    calls.push({ name: 'lists.page', input })
    return requestPage(signal) as Promise<Result<Page<ListItem>>>
  })
  const ownHandlers: Readonly<Record<string, (input: never) => unknown>> = {
    ...lists.call,
    'rows.find': lists.find,
    'rows.place': lists.place,
    'rows.totals': lists.totals,
    'rows.activity': lists.activity,
  }

  const core = {
    get pageRequests() {
      return inputsOf('lists.page')
    },
    get pending() {
      return pendingPages.length
    },
    inputsOf,
    handle(name: string, handler: (input: never) => unknown) {
      handlers.set(name, handler)
    },
    call(name: string, input: unknown, options?: { signal?: AbortSignal }) {
      calls.push({ name, input })
      const handler = handlers.get(name) ?? ownHandlers[name]
      if (!handler && name === 'lists.page') return requestPage(options?.signal)
      if (!handler) throw new Error(`The test has no handler for the call ${name}.`)
      const answer = handler(input as never)
      return answer instanceof Promise ? answer.then(toResult) : Promise.resolve(toResult(answer))
    },
    subscribe(name: string, input: unknown, listener: (data: never) => void) {
      const subscription = { name, input, listener }
      subscriptions.add(subscription)
      const close = name === 'lists.open' ? lists.open(input as never, listener as never) : undefined
      return () => {
        close?.()
        subscriptions.delete(subscription)
      }
    },
    subscriptionsTo: (name: string) =>
      [...subscriptions].filter((one) => one.name === name).map(({ input }) => input),
    async respond(result: Page | ChainglassError) {
      const pending = pendingPages.shift()
      if (!pending) throw new Error('No page was requested.')
      pending.resolve('code' in result ? fail(result) : ok(result))
      // Waits until the request for the rows of the list is answered.
      for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
    },
    emit(name: string, data: unknown) {
      if (name === 'lists.firstPage') lists.followHead(data as Page<ListItem>)
      for (const one of [...subscriptions]) if (one.name === name) one.listener(data as never)
    },
  }
  return core as unknown as ScriptedCore
}

const isFailure = (result: unknown) =>
  typeof result === 'object' && result !== null && 'ok' in result && result.ok === false

const toResult = (answer: unknown) => (isFailure(answer) ? answer : ok(answer))

/** The event data of an open list. */
export const openListOf = (state: Partial<OpenList>): OpenList => ({
  id: 'open',
  revision: '',
  loaded: 0,
  isWhole: false,
  isReading: false,
  isEnd: state.isWhole === true,
  readAt: null,
  isCurrent: true,
  newer: { count: 0, pending: 0, gap: false, from: [] },
  gaps: [],
  pending: [],
  ...state,
})

/** A page of items numbered from `from` up to, but not including, `to`, with the cursor `next`. */
export function pageOf(
  from: number,
  to: number,
  next: number | null,
  more: Partial<Page<ListItem>> = {},
): Page<ListItem> {
  const numbers = Array.from({ length: to - from }, (_, at) => from + at)
  return {
    items: numbers.map((number) => ({ hash: `0x${String(number)}`, number })),
    keys: numbers.map((number) => `0x${String(number)}`),
    unread: [],
    next: next === null ? null : { at: next },
    ...more,
  }
}
