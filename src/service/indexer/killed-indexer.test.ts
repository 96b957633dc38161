import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { builtHelper } from '#platform/testing/built-program.ts'
import { ended } from './testing/anvil.ts'
import { compareRows } from './testing/compare/compare-rows.ts'
import { expectNone } from './testing/compare/expect-none.ts'
import { indexed, testAnvil, testFolder, testFollow } from './testing/fixtures.ts'
import { openIndexIn } from './testing/follow-indexed.ts'
import { until } from './testing/until.ts'
import { findIncompleteBlocks } from './testing/compare/incomplete-blocks.ts'
import { Workload } from './testing/workload.ts'

const KILLS = 10

test(`killed ${String(KILLS)} times in the middle, it leaves whole blocks and goes on`, async () => {
  const anvil = await testAnvil()
  const dataDir = testFolder()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(100, 2)
  const reached: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const child = spawn(process.execPath, [builtHelper('index-child'), anvil.url, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const seen: number[] = []
    let text = ''
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString()
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      seen.push(...lines.map((line) => Number(line.split(' ')[1])))
    })
    await until('it reads', () => seen.length > 0)
    // Blocks come until it is killed, a little later each time, or there are enough of them.
    let isOver = false
    const making = (async () => {
      for (let blocks = 0; blocks < 20 && !isOver; blocks++) await workload.make(2, 2)
      isOver = true
    })()
    const enough = seen.length + (kill % 3)
    await until(
      'some blocks',
      () => (isOver || seen.length > enough) && (seen.at(-1) ?? 0) > (reached.at(-1) ?? 0),
      { seen: () => seen },
    )
    await ended(child, 'SIGKILL')
    isOver = true
    await making
    reached.push(seen.at(-1) ?? 0)
    expectNone(findIncompleteBlocks(openIndexIn(dataDir)))
  }
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir })
  await indexed(chain, anvil.url)
  // Nothing that was there is lost.
  expect(chain.status().blocks.done).toBeGreaterThanOrEqual(Math.max(...reached))
  expectNone(await compareRows(chain, () => openIndexIn(dataDir)))
})
