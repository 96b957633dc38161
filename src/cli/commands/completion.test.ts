import { execFileSync } from 'node:child_process'
import { PassThrough, Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { COMMAND_NAMES } from '#shared/command-names.ts'
import { createOutput } from '../output/output.ts'
import { createProgram } from '../program.ts'
import { runCommand } from '../testing/run-command.ts'

const script = async (shell: string) => (await runCommand(['completion', shell])).stdout

/** The words that bash offers for the last word. */
async function offered(...words: string[]): Promise<string[]> {
  const source = await script('bash')
  const line = words.map((word) => `'${word}'`).join(' ')
  const text = execFileSync('bash', [
    '-c',
    `${source}\nCOMP_WORDS=(chainglass ${line}); COMP_CWORD=${String(words.length)}; _chainglass; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ]).toString()
  return text.trim().split('\n')
}

it.runIf(process.platform !== 'win32')(
  'bash offers commands, names of lists, options and files',
  async () => {
    expect(await offered('sta')).toEqual(['statement'])
    expect(await offered('list', '0x00', 'transf')).toEqual(['transfers'])
    expect(await offered('export', 'transactions', '--ou')).toEqual(['--out'])
    expect(await offered('sources', 'a')).toEqual(['add'])
    expect(await offered('export', 'transactions', '--out', '/usr/bi')).toContain('/usr/bin')
  },
)

it('each shell knows every command', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const text = await script(shell)
    for (const name of COMMAND_NAMES) if (name !== 'help') expect(text, shell).toContain(name)
    // Quotes are balanced, so that no description breaks the script.
    for (const line of text.split('\n')) expect((line.match(/'/g) ?? []).length % 2, line).toBe(0)
  }
  expect(await runCommand(['completion', 'tcsh'])).toMatchObject({ code: 2 })
})

it('the commands that the app’s executable knows are those that there are', () => {
  const stream = new PassThrough()
  const program = createProgram({
    version: '0',
    env: {},
    signal: new AbortController().signal,
    nodeWorker: new URL('file:///none'),
    stdin: Readable.from([]),
    stdout: stream,
    stderr: stream,
    output: createOutput(stream, stream, {}),
  })
  expect([...program.commands.map((command) => command.name()), 'help'].sort()).toEqual(
    [...COMMAND_NAMES].sort(),
  )
})
