/**
 * Runs each target, or the named ones, in a process of its own, and prints a table. A process that ends otherwise, or
 * not at all, is a find as well. `--seconds` is for all together; inputs follow from `--seed`.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stripVTControlCharacters } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})
const ROOT = join(import.meta.dirname, '..')
const NAMES = [
  'pages',
  'details',
  'refusals',
  'cursors',
  'http',
  'images',
  'urls',
  'deep-links',
  'queries',
  'csv-import',
  'cases',
  'json-import',
  'bridge',
  'sqlite',
  'node-answers',
  'abi-data',
  'calldata',
  'bytecode',
  'signature-lists',
  'parquet',
  'abi-files',
]
const chosen = positionals.length > 0 ? positionals : NAMES
const unknown = chosen.filter((name) => !NAMES.includes(name))
if (unknown.length > 0) {
  console.error(`No such target: ${unknown.join(', ')}. There are: ${NAMES.join(', ')}.`)
  process.exit(2)
}

interface Row {
  readonly executions: number
  readonly first: number
  readonly reached: number
  readonly finds: number
}

function fuzz(name: string, seconds: number): Promise<Row | string> {
  const folder = join(ROOT, 'out', 'fuzz')
  const child = spawn(
    process.execPath,
    [
      '--max-old-space-size=1024',
      '--disable-warning=ExperimentalWarning',
      join(ROOT, 'fuzz', 'run-target.ts'),
      name,
      String(seconds),
      values.seed,
      folder,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let out = ''
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()))
  // Seeds, and a machine that others use, take their time.
  const watchdog = setTimeout(() => child.kill('SIGKILL'), seconds * 2_000 + 60_000)
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(watchdog)
      const last = out.trim().split('\n').at(-1) ?? ''
      if (code === 0 && last.startsWith('{')) resolve(JSON.parse(last) as Row)
      else resolve(signal === 'SIGKILL' ? 'hung' : `ended (${String(code ?? signal)})`)
    })
  })
}

const pad = (text: string | number, width: number) => stripVTControlCharacters(String(text)).padStart(width)
console.log(
  `${'target'.padEnd(14)}${pad('executions', 12)}${pad('blocks', 9)}${pad('by seeds', 10)}${pad('finds', 8)}`,
)
let finds = 0
for (const name of chosen) {
  const row = await fuzz(name, Number(values.seconds) / chosen.length)
  if (typeof row === 'string') {
    finds += 1
    console.log(`${name.padEnd(14)}${pad(row, 12)}`)
    continue
  }
  finds += row.finds
  console.log(
    `${name.padEnd(14)}${pad(row.executions.toLocaleString('en'), 12)}${pad(row.reached, 9)}${pad(row.first, 10)}${pad(row.finds, 8)}`,
  )
}
console.log(`\n${String(finds)} finds${finds > 0 ? '; their inputs are in out/fuzz' : ''}`)
process.exitCode = finds > 0 ? 1 : 0
