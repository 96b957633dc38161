/** A watched address of a chain that stands still until it is told to go on: for what is said of something new. */
import { expect } from '@playwright/test'
import type { SecondWindow } from './ask-core.ts'
import { startService, type StartedService } from './service.ts'

export interface BusyChain extends StartedService {
  /** Watches its busiest address as `Busy`. Gives how to make blocks until a look found something, and how much. */
  watched(window: SecondWindow): Promise<() => Promise<number>>
}

export async function startBusyChain(): Promise<BusyChain> {
  let time = Date.UTC(2026, 9, 1, 12)
  const chain = await startService({ live: true, transactions: 400, now: () => time })
  return {
    ...chain,
    async watched(window) {
      const { id } = await window.ask('watchlist.save', {
        address: chain.busiest,
        chainId: null,
        label: 'Busy',
      })
      const counted = async () =>
        (await window.ask('news.list', {})).items.find((item) => item.id === id)?.transactions ?? 0
      return async () => {
        const before = await counted()
        await expect
          .poll(
            async () => {
              time += 10_000
              await window.ask('news.look', {})
              return counted()
            },
            { intervals: [2_000], timeout: 30_000 },
          )
          .toBeGreaterThan(before)
        return (await counted()) - before
      }
    },
  }
}

/** All the transactions that notifications told of: each once, though looks may have found them one after the other. */
export const toldOf = (shown: readonly { readonly body: string }[]) =>
  shown.reduce((sum, { body }) => sum + Number(/^\d+(?= new transaction)/.exec(body)?.[0] ?? 0), 0)
