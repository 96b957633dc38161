/**
 * Takes each guard of guards.ts out, alone, in a copy of the sources, and runs the one attack it stands against: an
 * attack that still fails to get through shows a test that sees nothing. Given words choose among the titles.
 *
 * Two copies are at work, each with a runner of its own (try-in-copy.ts) that is given one test file after the other.
 */
import { execFileSync, fork } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { GUARDS } from './guards.ts'
import type { Tried } from './try-in-copy.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const COPIES = 2
const words = process.argv.slice(2)
const chosen = GUARDS.filter(({ title }) => words.length === 0 || words.some((word) => title.includes(word)))
const folder = mkdtempSync(join(tmpdir(), 'chainglass-guards-'))
let shown = 0
/** Test files by the number of their guards; flows, which need a build, come first. */
const files = [...Map.groupBy(chosen, ({ test }) => test)]
  .toSorted(([one, its], [other, others]) => weight(other, others.length) - weight(one, its.length))
  .map(([test]) => test)
try {
  await Promise.all(Array.from({ length: Math.min(COPIES, files.length) }, (_, at) => tryInCopy(at)))
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.stdout.write(
  `\n${String(shown)} of ${String(chosen.length)} attacks get through without their guard\n`,
)
process.exitCode = shown === chosen.length ? 0 : 1

function weight(test: string, guards: number): number {
  return guards + (test.startsWith('e2e/') ? 1_000 : 0)
}

function tryInCopy(at: number): Promise<void> {
  const copy = join(folder, String(at))
  copySources(copy)
  const runner = fork(join(copy, 'build', 'guards', 'try-in-copy.ts'), words, { cwd: copy })
  return new Promise((resolve, reject) => {
    const next = () => {
      const test = files.shift()
      if (test === undefined) runner.disconnect()
      else runner.send(test)
    }
    runner.on('message', (tried: readonly Tried[]) => {
      for (const { verdict, guard } of tried) {
        if (verdict === 'seen to fail') shown += 1
        const without = [...new Set(guard.out.map(([file]) => file))].join(', ')
        process.stdout.write(`${verdict.padEnd(20)} ${guard.title}  (${guard.test}; without ${without})\n`)
      }
      next()
    })
    runner.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The runner in a copy ended with ${String(code)}.`))
    })
    next()
  })
}

function copySources(copy: string) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const path of listed.split('\n').filter((line) => line !== '')) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(ROOT, path), join(copy, path))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
}
