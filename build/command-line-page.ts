/** docs/reference/command-line.md: all commands with what they take, from the program that reads them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Argument, Command, Option } from 'commander'
import { listsHelp } from '../src/cli/help.ts'
import { createProgram } from '../src/cli/program.ts'
import { HELP as API_HELP } from '../src/service/cli-help.ts'
import { HELP as START_HELP } from '../src/web/options.ts'
import { block, code, MADE, page, table } from './markdown.ts'

export function commandLinePage(): string {
  // Only read, never run: it needs none of what a run has.
  const program = createProgram({ version: '-', output: {}, env: {} } as Parameters<typeof createProgram>[0])
  const commands = program.commands.flatMap((command) => [command, ...command.commands])
  const shared = program.commands.find((command) => command.name() === 'sources')?.options ?? []
  const sharedFlags = new Set(shared.map(({ flags }) => flags))
  return page([
    '# The command line: every command and option',
    `What each thing that is typed means is in [the command line](../command-line.md); the words of \`--where\` in [the filter language](../filter.md); tools for language models in [mcp.md](../mcp.md). ${MADE}`,
    `Exit codes: ${exitCodes()}.`,
    '## Options of every command that reads',
    'Without the formats for `export`, whose file has one, and for `mcp`.',
    optionTable(shared),
    ...commands.flatMap((command) => commandPart(command, sharedFlags)),
    '## Lists and their filters',
    block(listsHelp()),
    '## `chainglass api`, `npm run api`',
    block(API_HELP),
    '## `npm start`',
    block(START_HELP),
  ])
}

function commandPart(command: Command, sharedFlags: ReadonlySet<string>): string[] {
  const name = command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()
  const own = command.options.filter(({ flags }) => !sharedFlags.has(flags))
  const args = command.registeredArguments
  const usage = args.map((arg) => {
    const text = arg.name() + (arg.variadic ? '...' : '')
    return arg.required ? ` <${text}>` : ` [${text}]`
  })
  return [
    `## ${code(`chainglass ${name}${usage.join('')}`)}`,
    `${command.description()}.`,
    ...(args.length > 0
      ? [
          table(
            ['Argument', 'What it is'],
            args.map((arg) => [code(arg.name()), (arg.description + choicesOf(arg)).replace(/^: /, '')]),
          ),
        ]
      : []),
    ...(own.length > 0 ? [optionTable(own)] : []),
  ]
}

const optionTable = (options: readonly Option[]) =>
  table(
    ['Option', 'What it does', 'Default'],
    options.map((option) => [
      code(option.flags),
      option.description + (option.mandatory ? ' (required)' : '') + choicesOf(option),
      option.defaultValue === undefined ? '' : code(String(option.defaultValue)),
    ]),
  )

const choicesOf = ({ argChoices }: Argument | Option) =>
  argChoices ? `: ${argChoices.map(code).join(', ')}` : ''

const exitCodes = () =>
  /exit code: ([^\n]+)\. \*\//.exec(
    readFileSync(join(import.meta.dirname, '../src/cli/run.ts'), 'utf8'),
  )?.[1] ?? ''
