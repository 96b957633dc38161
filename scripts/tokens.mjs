// `npm run tokens`: writes the list of well-known tokens from the packages that build/tokens/build-tokens.ts names.
import { join } from 'node:path'
import { ensureInstalled, ROOT, runNode, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await runNode(['--disable-warning=ExperimentalWarning', join(ROOT, 'build', 'tokens', 'build-tokens.ts')])
})
