// `npm run test:nodes`: the lists of followed Hardhat 3, Hardhat 2 and ganache against what each of them says itself.
import { ensureNodes } from './ensure-nodes.mjs'
import { ensureInstalled, run, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await run('vitest', ['run', 'src/service/indexer/real-nodes.test.ts'], { env: await ensureNodes() })
})
