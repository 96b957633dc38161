// Builds out/main, out/preload, out/renderer (electron-vite) and out/web, out/service (the Node hosts).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, ROOT, run } from './setup.mjs'

await ensureInstalled()
const quiet = process.argv.includes('--quiet')
const level = quiet ? ['--logLevel', 'warn'] : []
try {
  await run('electron-vite', ['build', ...level])
  await run('vite', ['build', '--config', 'vite.node.config.ts', ...level])
  writeFileSync(join(ROOT, 'out', 'built'), '')
} catch (error) {
  process.exitCode = error.code ?? 1
}
