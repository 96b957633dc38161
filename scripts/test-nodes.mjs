// `npm run test:nodes`: the lists of followed Hardhat 3, Hardhat 2 and ganache against what each of them says itself.
import { ensureNodes } from './ensure-nodes.mjs'
import { ensureInstalled, run } from './setup.mjs'

try {
  await ensureInstalled()
  await run('vitest', ['run', 'src/service/indexer/real-nodes.test.ts'], { env: await ensureNodes() })
} catch (error) {
  process.exitCode = error.code ?? 1
}
