import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectNone } from './testing/compare/expect-none.ts'
import { followIndexed } from './testing/follow-indexed.ts'
import { startAnvil } from './testing/anvil.ts'
import { ListComparison } from './testing/compare/compare-lists.ts'
import { compareStateChanges } from './testing/compare/compare-state-changes.ts'
import { NODE_KINDS, stepsFrom } from './testing/node-kinds.ts'
import { noBatches, startProxy } from './testing/node-proxy.ts'
import { until } from './testing/until.ts'
import { Workload } from './testing/workload.ts'

const TRANSACTIONS = 120

describe.each(NODE_KINDS)('$name', (kind) => {
  test('what it can do is found out, and no list differs from what it says', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-index-'))
    const anvil = await startAnvil({ args: kind.anvilArgs })
    stepsFrom((hash) => anvil.request('debug_traceTransaction', [hash, {}]))
    const proxy = await startProxy(anvil.url, kind.answer)
    if (!kind.batches) proxy.answerBatches(noBatches)
    const workload = await Workload.deploy(anvil.url)
    await workload.make(TRANSACTIONS)
    const chain = await followIndexed({ rpcUrl: proxy.url, dataDir })
    try {
      await until(
        'everything indexed',
        () => {
          const { state, traces } = chain.status()
          return state === 'following' && traces.done === traces.of && traces.of > TRANSACTIONS
        },
        { seen: () => chain.status() },
      )
      const { found } = await new ListComparison(chain.reader, anvil.url).all()
      expectNone(found)
      const height = chain.status().head!.number
      const states = await compareStateChanges(chain.reader, anvil.url, [5, height - 2, height - 1, height])
      expectNone(states.found)
      expect(states.compared['state changes, coins']).toBeGreaterThan(10)
      const { frames, ...abilities } = kind.expected
      expect(chain.status().node).toMatchObject(abilities)
      expect(chain.status().node?.frames).toMatch(frames)
    } finally {
      await chain.close()
      await proxy.close()
      await anvil.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
