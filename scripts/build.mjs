// Builds out/main, out/preload, out/renderer (electron-vite) and out/node (the loopback host, its core and the command line).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildNode, ensureInstalled, ROOT, runBin, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  const level = process.argv.includes('--quiet') ? ['--logLevel', 'warn'] : []
  await runBin('electron-vite', ['build', ...level])
  await buildNode('node', level)
  writeFileSync(join(ROOT, 'out', 'built'), '')
})
