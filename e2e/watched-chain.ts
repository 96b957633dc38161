/** A chain with a watched address, whose blocks are made when a spec wants them: for specs about new activity. */
import { expect } from '@playwright/test'
import type { CoreClient } from './app-types.ts'
import { startService, type StartedService } from './service.ts'

export interface WatchedChain extends StartedService {
  /** Watches the busiest address under the label `Busy`. */
  watch(core: CoreClient): Promise<WatchedActivity>
}

interface WatchedActivity {
  /** Makes blocks until a poll found new transactions. Another poll may still be under way. */
  produce(this: void): Promise<void>
  /** Transactions found since the address is watched. */
  count(this: void): Promise<number>
}

export async function startWatchedChain(): Promise<WatchedChain> {
  let time = Date.UTC(2026, 9, 1, 12)
  const chain = await startService({ live: true, transactions: 400, now: () => time })
  return {
    ...chain,
    async watch(core) {
      const { id } = await core.call('watchlist.save', {
        address: chain.busiest,
        chainId: null,
        label: 'Busy',
      })
      const count = async () =>
        (await core.read('activity.changed', {})).items.find((item) => item.id === id)?.transactions ?? 0
      return {
        count,
        async produce() {
          const before = await count()
          await expect
            .poll(
              async () => {
                time += 10_000
                await core.call('activity.poll', {})
                return count()
              },
              { intervals: [2_000] },
            )
            .toBeGreaterThan(before)
        },
      }
    },
  }
}

interface Notified {
  readonly title: string
  readonly body: string
}

/**
 * Switches notifications on, makes activity, and expects each transaction of it to be named once. One poll may have
 * found them, or several. What a poll found while they were being switched on may be named or not.
 */
export async function expectNotifiedOnce(
  activity: WatchedActivity,
  {
    switchOn,
    readShown,
  }: { switchOn(this: void): Promise<void>; readShown(this: void): Promise<readonly Notified[]> },
) {
  const beforeSwitch = await activity.count()
  await switchOn()
  const afterSwitch = await activity.count()
  await activity.produce()
  await expect(async () => {
    const found = await activity.count()
    const named = (await readShown()).reduce((sum, { body }) => sum + countTransactions(body), 0)
    expect(named).toBeGreaterThanOrEqual(found - afterSwitch)
    expect(named).toBeLessThanOrEqual(found - beforeSwitch)
  }).toPass()
  expect(new Set((await readShown()).map(({ title }) => title))).toEqual(new Set(['Busy']))
}

const countTransactions = (body: string) => Number(/^\d+(?= new transaction)/.exec(body)?.[0] ?? 0)
