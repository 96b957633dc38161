/** Tests how late the event loop is said to be, with delays as they are measured. */
import { expect, it, vi } from 'vitest'
import { processLines } from './process-metrics.ts'

const { delays } = vi.hoisted(() => ({ delays: { resolution: 0, late: 0 } }))
vi.mock('node:perf_hooks', () => ({
  monitorEventLoopDelay: ({ resolution }: { readonly resolution: number }) => {
    delays.resolution = resolution
    return {
      count: 1,
      // From one time of the timer to the next, in ns.
      percentile: (percentile: number) => (delays.resolution + delays.late * percentile) * 1e6,
      enable: () => undefined,
      reset: () => undefined,
    }
  },
}))

const lags = () =>
  [...processLines()].flatMap((line) => {
    const lag = /^nodejs_eventloop_lag_seconds\{quantile="[\d.]+"\} (\S+)$/.exec(line)?.[1]
    return lag === undefined ? [] : [Number(lag)]
  })

it('an event loop is as late as what comes to the time of the timer itself', () => {
  expect(lags()).toEqual([0, 0])
  delays.late = 2
  expect(lags()).toEqual([0.1, 0.198])
})
