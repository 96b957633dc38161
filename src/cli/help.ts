/** The parts of a command's help about things, lists, filters and words, written from their tables. */
import type { Command } from 'commander'
import { PAGE_SIZE, pageSize, type Filter } from '#shared/lists/filters.ts'
import { listEndpoint, listsOf, type ListId, type ListOwner } from '#shared/lists/list-table.ts'
import { RESOURCES } from '#shared/lists/resources.ts'
import { ALL_WORDS, WORDS } from '#shared/query/words.ts'

/** The things that have lists, in the order of the help. */
const OWNERS = {
  chain: 'the chain',
  address: 'an address',
  token: 'a token (--token)',
  'token-instance': 'an NFT',
  transaction: 'a transaction',
  block: 'a block',
} as const satisfies Partial<Record<ListOwner, string>>
export const LIST_OWNERS = Object.keys(OWNERS) as readonly (keyof typeof OWNERS)[]

const THING =
  'an address, transaction, block (height, hash, latest, safe, finalized, earliest, a day or a time), NFT (TOKEN:ID), label, ENS name, or a link'
const ADDRESS = 'an address, a label, an ENS name, or a link'
const SEVERAL = '; - for several, one a line on stdin'

/** By the name of the argument. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  thing: THING,
  address: ADDRESS,
  transaction: 'its hash, or a link',
  list: 'the name of a list',
  lists:
    'names of lists of an address (default: all that are not empty, without operations, which not every source has)',
  function: 'its name, selector or signature',
  arguments: 'of the function, one each',
  places: 'slots (0x2) or variables (notes[3], "balanceOf[0x…]"; default: all of the layout)',
  source: 'its id, name or URL',
  url: 'where its API is',
  question: 'in the filter language',
  data: 'the input: 0x, and hexadecimal digits',
}

/** Whether the command takes `-`: its first argument, one a line on stdin. */
export const isVariadic = (command: Command): boolean =>
  ['thing', 'address', 'transaction', 'data'].includes(command.registeredArguments[0]?.name() ?? '') &&
  !['export', 'watch'].includes(command.name())

export function describeArguments(command: Command): Command {
  for (const [at, argument] of command.registeredArguments.entries())
    argument.description =
      (ARGUMENTS[argument.name()] ?? argument.description) + (at === 0 && isVariadic(command) ? SEVERAL : '')
  return command
}

export const listsHelp = (): string =>
  `\nLists, each with what --filter NAME=VALUE takes there:\n${LIST_OWNERS.map(
    (owner) => `  of ${OWNERS[owner]}\n${listsOf(owner).map(listHelp).join('')}`,
  ).join('')}  every list: ${filterHelp(PAGE_SIZE, pageSize)}\n`

export const namesOfLists = (owner: ListOwner): string =>
  `\nLists: ${listsOf(owner)
    .map((list) => listEndpoint(list).slug)
    .join(', ')}\n`

function listHelp(list: ListId): string {
  const { slug, filters } = listEndpoint(list)
  const own = Object.entries<Filter>(filters).filter(([name]) => name !== PAGE_SIZE)
  return `    ${slug}\n${own.map(([name, filter]) => `      ${filterHelp(name, filter)}\n`).join('')}`
}

function filterHelp(name: string, filter: Filter): string {
  const { description, dialects } = filter
  const servers = dialects ? ` (servers of ${dialects.join(', ')})` : ''
  return `${name}=${valuesOf(filter)}  ${description}${servers}`
}

function valuesOf(filter: Filter): string {
  switch (filter.kind) {
    case 'one':
      return filter.values.join('|')
    case 'many':
      return `${filter.values.join('|')},…`
    case 'flag':
      return 'true|false'
    case 'count':
      return `${String(filter.min)}..${String(filter.max)}`
    case 'listOf':
      return `${filter.format.toUpperCase()},…`
    default:
      return filter.kind.toUpperCase()
  }
}

/** `of`: what the words are typed into. */
export function wordsHelp(of: string): string {
  const widest = Math.max(...ALL_WORDS.map((word) => WORDS[word].example.length))
  return `\nThe words of ${of} (docs/filter.md):\n${ALL_WORDS.map(
    (word) => `  ${WORDS[word].example.padEnd(widest)}  rows ${WORDS[word].meaning}\n`,
  ).join('')}  Amounts are in units; of a token without decimals, or with more than 77, in its smallest unit.
  Side by side all must hold; or, not, - and ( ) as usual. A word alone is looked for in the row.\n`
}

export const kindsHelp = (): string => `\nKinds: ${RESOURCES.join(', ')}\n`

export const DATES_HELP = '\nDates and times are in UTC, typed and shown.'
