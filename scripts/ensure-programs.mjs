// Builds the programs that tests start, where a source is newer: out/node, as `npm run build` does, out/server, and
// out/test-node, the helper processes of tests. Vitest calls it before the tests of a project that starts any (vitest.config.ts), and before it
// runs them again after a change.
import { ensureNodeBuilt } from './setup.mjs'

export default async function ensurePrograms(project) {
  const build = async () => {
    await ensureNodeBuilt('node')
    await ensureNodeBuilt('server')
    await ensureNodeBuilt('test-node')
  }
  await build()
  project?.onTestsRerun(build)
}
