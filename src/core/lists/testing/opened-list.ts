/** A list of an instance that a window has open, over the contract. */
import { expect, onTestFinished, vi } from 'vitest'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { CallInput, CallName, EventInput } from '#shared/rpc/contract.ts'
import type { OpenList } from '#shared/rpc/contract/lists.ts'

type Verb = Extract<
  CallName,
  `lists.${'more' | 'loadAll' | 'stop' | 'showNewer' | 'retry' | 'refresh' | 'fillGap' | 'hide'}`
>

export type OpenedList = ReturnType<typeof openedList>

export function openedList(client: RpcClient, list: EventInput<'lists.open'>) {
  const told: OpenList[] = []
  let ended: ChainglassError | undefined
  const close = client.subscribe(
    'lists.open',
    list,
    (state) => told.push(state),
    (error) => (ended = error),
  )
  onTestFinished(close)
  const state = () => {
    const last = told.at(-1)
    if (!last) throw new Error(`Nothing was told: ${JSON.stringify(ended)}`)
    return last
  }
  const call = <Name extends Verb>(name: Name, input?: Omit<CallInput<Name>, 'id'>) =>
    client.call(name, { id: state().id, ...input } as CallInput<Name>)
  async function find(asked: Partial<CallInput<'rows.find'>> = {}) {
    const answer = await client.call('rows.find', {
      scope: { of: 'list', ...list },
      ...{ text: '', zone: 'utc', sort: null, offset: 0, limit: 200 },
      ...asked,
    })
    if (!answer.ok) throw new Error(JSON.stringify(answer.error))
    expect(answer.data.revision).toBe(state().revision)
    return answer.data
  }
  async function keys(from?: OpenList['newer']['from']) {
    const { rows } = await find(from && { from: [...from] })
    return rows.map(({ key }) => key)
  }
  return { told, state, close, call, find, keys, ended: () => ended }
}

/** Waits until nothing is being read and the state matches. */
export async function settled({ told, state }: OpenedList, expected: object = {}) {
  await expect.poll(() => told.length).toBeGreaterThan(0)
  await expect.poll(state).toMatchObject({ isReading: false, ...expected })
}

/** Waits for a failure, after all retries of a request. */
export async function failed({ state }: OpenedList, expected: object) {
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(500)
      return state()
    })
    .toMatchObject({ isReading: false, ...expected })
}
