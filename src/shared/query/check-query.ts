/** Checks whether the rows of a list have the fields that a query needs. */
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { MAX_QUERY_ERRORS, termsOf, type Query, type QueryError, type Term, type Word } from './query.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { rowFields, type Queried, type RowContext, type RowFields } from './row-fields.ts'
import { ALL_WORDS } from './words.ts'

/** The field that a word needs, with its name, which is translated where it is shown. */
const FIELDS: Readonly<Record<Exclude<Word, 'chain'>, readonly [keyof RowFields<never>, string]>> = {
  from: ['from', $msgid('sender')],
  to: ['to', $msgid('receiver')],
  with: ['parties', $msgid('address')],
  token: ['tokens', $msgid('token')],
  method: ['method', $msgid('method')],
  type: ['types', $msgid('type')],
  amount: ['amounts', $msgid('amount')],
  value: ['value', $msgid('value')],
  fee: ['fee', $msgid('fee')],
  usd: ['worth', $msgid('price')],
  block: ['block', $msgid('block')],
  after: ['time', $msgid('time')],
  before: ['time', $msgid('time')],
  on: ['time', $msgid('time')],
  id: ['ids', $msgid('id')],
  in: ['to', $msgid('receiver')],
  out: ['from', $msgid('sender')],
  within: ['from', $msgid('sender')],
  failed: ['isFailed', $msgid('outcome')],
  pending: ['isPending', $msgid('outcome')],
  scam: ['isScam', $msgid('address or token')],
}

export type QueryContext = OwnAddresses & Pick<RowContext, 'chain'>

/** The reason why these rows do not support a word; undefined if they do. */
function whyNot(
  word: Word,
  resource: Queried,
  { ownAddress, ownAddresses, chain }: QueryContext,
): string | undefined {
  if (word === 'chain')
    return chain === undefined
      ? $gettext("“chain” can't be asked here: all rows of this list are of one chain.")
      : undefined
  const [field, noun] = FIELDS[word]
  if (!rowFields(resource)[field])
    return $gettext("“%{word}” can't be asked here: the rows of this list have no %{noun}.", {
      word,
      noun: $gettext(noun),
    })
  if (word === 'within' && ownAddresses === undefined)
    return $gettext('“within” can be asked of several addresses as one only.')
  return (word === 'in' || word === 'out') && ownAddress === undefined
    ? $gettext("“%{word}” can't be asked here: this is no list of an address.", { word })
    : undefined
}

/** The words that these rows support. */
export const wordsFor = (resource: Queried, context: QueryContext): readonly Word[] =>
  ALL_WORDS.filter((word) => whyNot(word, resource, context) === undefined)

/** Returns an error for each condition that these rows do not support. */
export function checkQuery(query: Query, resource: Queried, context: QueryContext): readonly QueryError[] {
  const errors: QueryError[] = []
  for (const term of termsOf(query)) {
    const word = wordOf(term)
    const message = word && whyNot(word, resource, context)
    if (message !== undefined && errors.length < MAX_QUERY_ERRORS) errors.push({ at: term.at, message })
  }
  return errors
}

/** The word of a condition; undefined for free text. */
function wordOf(term: Term): Word | undefined {
  if (term.kind === 'text') return undefined
  if (term.kind === 'flag') return term.flag
  return term.kind === 'id' ? 'id' : term.word
}
