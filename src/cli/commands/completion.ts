/** `completion`: prints a shell's completion script, generated from the commands. */
import type { Command } from 'commander'
import { listEndpoint, listsOf } from '#shared/lists/list-table.ts'
import { LIST_OWNERS } from '../help.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

const NAME = 'chainglass'
/** Options with a path as their value. */
const PATH_OPTIONS = ['--out', '--data-dir']

interface Completed {
  readonly name: string
  readonly description: string
  readonly options: readonly { readonly flag: string; readonly description: string }[]
  readonly words: readonly string[]
}

export function completionScript(shell: Shell, program: Command): string {
  const commands = program.commands.map(describe)
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands)
}

function describe(command: Command): Completed {
  const name = command.name()
  return {
    name,
    description: command.description(),
    options: command.options.map(({ long, description }) => ({ flag: long ?? '', description })),
    words: [...command.commands.map((one) => one.name()), ...(hasLists(command) ? listNames() : [])],
  }
}

const hasLists = ({ registeredArguments }: Command) =>
  registeredArguments.some((argument) => argument.name() === 'list' || argument.name() === 'lists')

const listNames = () => [
  ...new Set(LIST_OWNERS.flatMap((owner) => listsOf(owner).map((list) => listEndpoint(list).slug))),
]

const wordsOf = ({ options, words }: Completed) => [...words, ...options.map(({ flag }) => flag)].join(' ')

function bashScript(commands: readonly Completed[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${wordsOf(command)}" ;;`)
  return `# ${NAME} completion bash > ~/.local/share/bash-completion/completions/${NAME}
_${NAME}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "$previous" in
    ${PATH_OPTIONS.join('|')}) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if (( COMP_CWORD == 1 )); then words="${commands.map(({ name }) => name).join(' ')} --help --version"; fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _${NAME} ${NAME}
`
}

function zshScript(commands: readonly Completed[]): string {
  const described = commands.map(({ name, description }) => `    ${quoted(`${name}:${plain(description)}`)}`)
  const cases = commands.map((command) => {
    const options = command.options.map(({ flag, description }) => {
      const value = PATH_OPTIONS.includes(flag) ? ':file:_files' : ''
      return quoted(`${flag}[${plain(description)}]${value}`)
    })
    const words = command.words.length > 0 ? ` ${quoted(`*:list:(${command.words.join(' ')})`)}` : ''
    return `    ${command.name}) _arguments ${options.join(' ')}${words} ;;`
  })
  return `#compdef ${NAME}
# ${NAME} completion zsh > "\${fpath[1]}/_${NAME}"
_${NAME}() {
  local -a commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _${NAME} ${NAME}
`
}

function fishScript(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, description, options, words }) => {
    const within = `complete -c ${NAME} -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`
    return [
      `complete -c ${NAME} -f -n __fish_use_subcommand -a ${name} -d ${quoted(plain(description))}`,
      ...options.map(
        ({ flag, description: text }) =>
          `${within} -l ${flag.slice(2)}${PATH_OPTIONS.includes(flag) ? ' -r -F' : ''} -d ${quoted(plain(text))}`,
      ),
      ...(words.length > 0 ? [`${within} -f -a ${quoted(words.join(' '))}`] : []),
    ]
  })
  return `# ${NAME} completion fish > ~/.config/fish/completions/${NAME}.fish\n${lines.join('\n')}\n`
}

/** In single quotes, which every shell knows. */
const quoted = (text: string) => `'${text}'`
/** Removes characters with a special meaning in a shell. */
const plain = (text: string) =>
  text
    .replace(/['"`$\\:[\]()]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
