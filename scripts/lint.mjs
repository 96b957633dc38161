// `npm run lint`: types, rules, formatting, and what nothing uses.
import { LINT_STEPS } from './lint-steps.mjs'
import { ensureInstalled, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  for (const step of Object.values(LINT_STEPS)) await step()
})
