/** Whether the rows of a list have what a question asks about. */
import { MAX_QUERY_ERRORS, termsOf, type Query, type QueryError, type Term, type Word } from './query.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { rowFields, type Queried, type RowContext, type RowFields } from './row-fields.ts'
import { ALL_WORDS } from './words.ts'

/** The field that a word asks about, and what it is called. */
const FIELDS: Readonly<Record<Exclude<Word, 'chain'>, readonly [keyof RowFields<never>, string]>> = {
  from: ['from', 'sender'],
  to: ['to', 'receiver'],
  with: ['parties', 'address'],
  token: ['tokens', 'token'],
  method: ['method', 'method'],
  type: ['types', 'type'],
  amount: ['amounts', 'amount'],
  value: ['value', 'value'],
  fee: ['fee', 'fee'],
  usd: ['worth', 'price'],
  block: ['block', 'block'],
  after: ['time', 'time'],
  before: ['time', 'time'],
  on: ['time', 'time'],
  id: ['ids', 'id'],
  in: ['to', 'receiver'],
  out: ['from', 'sender'],
  within: ['from', 'sender'],
  failed: ['isFailed', 'outcome'],
  pending: ['isPending', 'outcome'],
  scam: ['isScam', 'address or token'],
}

export type Asked = OwnAddresses & Pick<RowContext, 'chain'>

/** Why a word can't be asked of these rows; undefined where it can. */
function whyNot(
  word: Word,
  resource: Queried,
  { ownAddress, ownAddresses, chain }: Asked,
): string | undefined {
  if (word === 'chain')
    return chain === undefined
      ? "“chain” can't be asked here: all rows of this list are of one chain."
      : undefined
  const [field, noun] = FIELDS[word]
  if (!rowFields(resource)[field])
    return `“${word}” can't be asked here: the rows of this list have no ${noun}.`
  if (word === 'within' && ownAddresses === undefined)
    return '“within” can be asked of several addresses as one only.'
  return (word === 'in' || word === 'out') && ownAddress === undefined
    ? `“${word}” can't be asked here: this is no list of an address.`
    : undefined
}

/** The words that can be asked of these rows. */
export const wordsFor = (resource: Queried, asked: Asked): readonly Word[] =>
  ALL_WORDS.filter((word) => whyNot(word, resource, asked) === undefined)

/** A word at each condition that these rows have nothing for. */
export function checkQuery(query: Query, resource: Queried, asked: Asked): readonly QueryError[] {
  const errors: QueryError[] = []
  for (const term of termsOf(query)) {
    const word = wordOf(term)
    const message = word && whyNot(word, resource, asked)
    if (message !== undefined && errors.length < MAX_QUERY_ERRORS) errors.push({ at: term.at, message })
  }
  return errors
}

/** The word a condition is made with; undefined of free text. */
export function wordOf(term: Term): Word | undefined {
  if (term.kind === 'text') return undefined
  if (term.kind === 'flag') return term.flag
  return term.kind === 'id' ? 'id' : term.word
}
