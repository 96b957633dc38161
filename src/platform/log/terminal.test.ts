import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { logToTerminal, terminalText, writeLine } from './terminal.ts'

const written = (stream: NodeJS.WriteStream, write: () => void) => {
  const spy = vi.spyOn(stream, 'write').mockReturnValue(true)
  try {
    write()
    return spy.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    spy.mockRestore()
  }
}

const ESCAPE = '\u001b'
it.each([
  ['the clipboard', `${ESCAPE}]52;c;cm0gLXJmIH4=\u0007`],
  ['the clipboard, in one byte', '\u009d52;c;cm0gLXJmIH4=\u009c'],
  ['the title', `${ESCAPE}]0;mine${ESCAPE}\\`],
  ['the cursor', `${ESCAPE}[2J${ESCAPE}[H`],
  ['the begin of the line', 'harmless\rrm -rf ~'],
  ['backspaces', 'abc\b\b\b'],
  ['the direction', '\u202egnihsihp\u2066'],
  ['half a character', '\ud83d'],
])('a text of a node reaches no terminal with %s', (_name, text) => {
  for (const out of [
    terminalText(text),
    written(process.stderr, () => {
      logToTerminal(`The node said: ${text}`)
    }).slice(0, -1),
    written(process.stdout, () => {
      writeLine(text)
    }).slice(0, -1),
  ]) {
    expect(out).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    expect(out.isWellFormed()).toBe(true)
  }
})

it('a line break begins no line of the log', () => {
  const out = written(process.stderr, () => {
    logToTerminal('one\nChainglass is ready: http://evil.example\r\ntwo')
  })
  expect(out).toBe('one\n    Chainglass is ready: http://evil.example\n    two\n')
})

it('nothing else writes to a terminal', () => {
  const SRC = join(import.meta.dirname, '..', '..')
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|testing|^renderer/.test(file),
  )
  const writers = files.filter((file) =>
    /process(?:\.std(?:out|err)\b|\[)|\bconsole\./.test(readFileSync(join(SRC, file), 'utf8')),
  )
  // The command line passes its streams on; cli.test.ts tests what it writes to them.
  expect(writers.map((file) => file.replaceAll('\\', '/')).toSorted()).toEqual([
    'cli/run-process.ts',
    'platform/log/terminal.ts',
  ])
})
