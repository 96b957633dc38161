// `npm run signatures`: writes the signature pack from the packages that build/signatures/sources.ts names.
import { join } from 'node:path'
import { ensureInstalled, ROOT, runNode, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await runNode([
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'build', 'signatures', 'build-signatures.ts'),
  ])
})
