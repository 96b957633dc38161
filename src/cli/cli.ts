/** The command line as a Node program. */
import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const ROOT = process.env.CHAINGLASS_ROOT ?? join(import.meta.dirname, '..', '..')
const BUILT = import.meta.filename.endsWith('.js')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

// Modules loaded after this use the compile cache, so they are not compiled at each start.
if (BUILT) enableCompileCache(join(ROOT, 'node_modules', '.cache', 'chainglass-compiled'))
const { runProcess } = await import('./run-process.ts')
process.exit(
  await runProcess(process.argv.slice(2), {
    version,
    nodeWorker: new URL(BUILT ? './node-worker.js' : '../host/node-worker.ts', import.meta.url),
  }),
)
