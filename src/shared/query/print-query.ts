/** Prints a query as text. Parsing the text gives the same query. */
import { COMPARISONS, type Query, type Term } from './query.ts'
import { isConnector, isFlag, isValueWord } from './words.ts'

export function printQuery(query: Query): string {
  switch (query.kind) {
    case 'any':
      return query.parts.map((part) => (part.kind === 'any' ? inGroup(part) : printQuery(part))).join(' or ')
    case 'all':
      return query.parts
        .map((part) => (part.kind === 'any' || part.kind === 'all' ? inGroup(part) : printQuery(part)))
        .join(' ')
    case 'not':
      return `-${query.part.kind === 'any' || query.part.kind === 'all' ? inGroup(query.part) : printQuery(query.part)}`
    default:
      return printTerm(query)
  }
}

const inGroup = (query: Query) => `(${printQuery(query)})`

function printTerm(term: Term): string {
  switch (term.kind) {
    case 'text':
      return printText(term.text)
    case 'flag':
      return term.flag
    case 'name':
      return `${term.word}${term.whole ? '=' : ':'}${printValue(term.text)}`
    case 'number':
      return `${term.word}${term.comparison === '=' && term.word === 'block' ? ':' : term.comparison}${term.number}`
    case 'range':
      return `${term.word}:${term.least}..${term.most}`
    case 'date':
      return `${term.word}:${term.date}`
    case 'id':
      return `id:${term.id}`
  }
}

/** Prints free text, in quotes if it could be read as anything else. */
export function printText(text: string): string {
  const word = text.toLowerCase()
  const isPlain =
    isBare(text) &&
    !/^[-:<>=]/.test(text) &&
    !/^[a-z][a-z_-]*[:<>=]/i.test(text) &&
    !isFlag(word) &&
    !isConnector(word) &&
    !isValueWord(word)
  return isPlain ? text : quote(text)
}

/** Prints the value of a word. */
export const printValue = (text: string): string =>
  isBare(text) && !COMPARISONS.some((comparison) => text.startsWith(comparison)) ? text : quote(text)

const isBare = (text: string) => text !== '' && !/[\s"()]/u.test(text)
const quote = (text: string) => `"${text.replace(/["\\]/g, (char) => `\\${char}`)}"`
