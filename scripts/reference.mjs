// `npm run reference`: writes docs/reference from the code.
import { join } from 'node:path'
import { ensureInstalled, ROOT, runNode, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await runNode([join(ROOT, 'build', 'reference.ts')])
})
