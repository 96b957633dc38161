/** Runs the quick tests that these files concern: `run-related-tests.ts <path from the root> ...`. */
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { readImportGraph } from '../lint/import-graph.ts'
import { findRelatedTests, isSlowTest } from './related-tests.ts'

/** Files: what one core runs in about a minute, while the other checks the types. */
const MAX_TESTS = 30

const root = join(import.meta.dirname, '..', '..')
const graph = readImportGraph(root)
const { quick, further, slow } = findRelatedTests(graph, process.argv.slice(2), MAX_TESTS, (test) =>
  isSlowTest(root, graph, test),
)
if (quick.length > 0) {
  const vitest = await startVitest('test', [...quick], { run: true, watch: false, root })
  await vitest.close()
}
const left = [
  ...(further > 0 ? [`${String(further)} that import it from further away`] : []),
  ...(slow > 0 ? [`${String(slow)} that need a browser, a node, a database or a process`] : []),
]
process.stdout.write(
  `${String(quick.length)} test files were run.${left.length > 0 ? ` Left to \`npm test\`: ${left.join(', ')}.` : ''}\n`,
)
