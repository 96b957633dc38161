/** An index that is kept for some addresses only (`--only`), against one of the whole chain. */
import { expect, test } from 'vitest'
import { compareKept } from './testing/compare/compare-kept.ts'
import { indexed, testAnvil, testFolder, testFollow } from './testing/fixtures.ts'
import { Workload } from './testing/workload.ts'

test(
  'every list of its addresses equals that of an index of the whole chain',
  { timeout: 120_000 },
  async () => {
    const anvil = await testAnvil()
    const workload = await Workload.deploy(anvil.url)
    await workload.make(240, 8)
    const [, account = ''] = workload.accounts
    for (const only of [
      [account],
      [workload.at.Pictures],
      [workload.at.Workshop, workload.accounts[5] ?? ''],
    ]) {
      const kept = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder(), only })
      const whole = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
      await indexed(kept, anvil.url)
      await indexed(whole, anvil.url)
      const { compared, found } = await compareKept(kept.reader, whole.reader, only)
      console.log(only, compared)
      expect(found).toEqual([])
    }
  },
)
