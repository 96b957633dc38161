/** Progress of a command whose stderr is no terminal, such as of one that a program or a script started. */
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createOutput } from './output.ts'

test('where nobody sees one line change, progress is a line of its own, once in a few seconds, and says how to stop', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const stderr = new PassThrough().setEncoding('utf8')
  const { progress } = createOutput(new PassThrough(), stderr, {})
  const rows = (count: number, ms: number) => {
    vi.advanceTimersByTime(ms)
    progress(`${String(count)} rows read`)
  }
  // A command that is quick says nothing.
  rows(50, 1_000)
  expect(stderr.read()).toBeNull()
  for (let count = 100; count <= 1_000; count += 50) rows(count, 1_000)
  expect(String(stderr.read()).split('\n')).toEqual([
    'So far: 250 rows read. Ctrl+C stops.',
    'So far: 500 rows read. Ctrl+C stops.',
    'So far: 750 rows read. Ctrl+C stops.',
    'So far: 1000 rows read. Ctrl+C stops.',
    '',
  ])
})
