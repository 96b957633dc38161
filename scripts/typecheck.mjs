// `npm run typecheck`: the types of everything.
import { LINT_STEPS } from './lint-steps.mjs'
import { ensureInstalled, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await LINT_STEPS.types()
})
