/** Catches one chain up in a process of its own, and prints what that took: `node indexer-follow.ts URL DATA-DIR [ADDRESS ...]`; with addresses, for those only. */
import { performance } from 'node:perf_hooks'
import { followIndexed } from '#service/indexer/testing/follow-indexed.ts'

export interface CatchUp {
  readonly transactions: number
  readonly blocks: number
  /** From when the index was open and empty, until every block was in it, and until every call frame was. */
  readonly seconds: number
  readonly secondsWithFrames: number
  /** CPU time of this process for the blocks. */
  readonly cpuSeconds: number
  /** Share of the time in which nothing was to be done but wait for the node. */
  readonly waiting: number
  readonly peakMegabytes: number
  /** Until half of the blocks were in the index. */
  readonly peakHalfway: number
}

if (import.meta.main) {
  const [rpcUrl = '', dataDir = '', ...only] = process.argv.slice(2)
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  const chain = await followIndexed({ rpcUrl, dataDir, ...(only.length > 0 && { only }) })
  const [started, cpu, loop] = [performance.now(), process.cpuUsage(), performance.eventLoopUtilization()]
  const once = async (done: () => boolean) => {
    if (done()) return
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const end = chain.onStatus(() => {
      if (done()) resolve(undefined)
    })
    await promise
    end()
  }
  await once(() => chain.status().blocks.done > chain.status().blocks.of / 2)
  const peakHalfway = peak
  await once(() => chain.status().state === 'following')
  const seconds = (performance.now() - started) / 1000
  const used = process.cpuUsage(cpu)
  const { utilization } = performance.eventLoopUtilization(loop)
  await once(() => chain.status().traces.done === chain.status().traces.of)
  const secondsWithFrames = (performance.now() - started) / 1000
  clearInterval(watch)
  const { blocks, traces } = chain.status()
  await chain.close()
  const result: CatchUp = {
    transactions: traces.of,
    blocks: blocks.done,
    seconds,
    secondsWithFrames,
    cpuSeconds: (used.user + used.system) / 1e6,
    waiting: 1 - utilization,
    peakMegabytes: peak / 2 ** 20,
    peakHalfway: peakHalfway / 2 ** 20,
  }
  console.log(JSON.stringify(result))
}
