/** A chain with a watched address, whose blocks are made when a spec wants them: for specs about new activity. */
import { expect } from '@playwright/test'
import type { CoreClient } from './app-types.ts'
import { startService, type StartedService } from './service.ts'

export interface WatchedChain extends StartedService {
  /**
   * Watches the busiest address under the label `Busy`. Returns a function that makes blocks until a poll found new
   * transactions. It gives a function that counts what was found since: a poll under way may still add to it.
   */
  watch(core: CoreClient): Promise<() => Promise<() => Promise<number>>>
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
      const countNew = async () =>
        (await core.read('activity.changed', {})).items.find((item) => item.id === id)?.transactions ?? 0
      return async () => {
        const before = await countNew()
        await expect
          .poll(
            async () => {
              time += 10_000
              await core.call('activity.poll', {})
              return countNew()
            },
            { intervals: [2_000], timeout: 30_000 },
          )
          .toBeGreaterThan(before)
        return async () => (await countNew()) - before
      }
    },
  }
}

/** How many transactions the notifications named in all. One poll may have found them, or several. */
export const countNotified = (shown: readonly { readonly body: string }[]) =>
  shown.reduce((sum, { body }) => sum + Number(/^\d+(?= new transaction)/.exec(body)?.[0] ?? 0), 0)
