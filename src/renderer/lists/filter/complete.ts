/** Completions of a filter at the caret: words of the language, or values of loaded rows. */
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { Word } from '#shared/query/query.ts'
import { isFlag, isNameWord, WORDS } from '#shared/query/words.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import type { SeenValues } from './seen-values.ts'

export interface Completion {
  readonly label: string
  readonly detail: string
  /** Replaces the text from `from` to `to`. */
  readonly insert: string
}

export interface Completions {
  /** The part of the text that an option replaces. */
  readonly from: number
  readonly to: number
  readonly options: readonly Completion[]
}

const MAX_OPTIONS = 12
const ROWS = $nmsgid('row', 'rows')

export function complete(
  text: string,
  caret: number,
  known: { readonly words: readonly Word[]; readonly values: SeenValues },
): Completions {
  const from = beginOfTerm(text, caret)
  const typed = text.slice(from, caret)
  const [, word = '', operator = '', partial = ''] = /^([a-z]+)\s*(:|=)\s*("?.*)$/is.exec(typed) ?? []
  if (operator === '') return { from, to: caret, options: wordsLike(typed, known.words) }
  const name = word.toLowerCase()
  const valueFrom = caret - partial.length
  const options = isNameWord(name) ? valuesLike(partial, known.values[name] ?? []) : []
  return { from: valueFrom, to: caret, options }
}

/** Start of the term at the caret: after the last space or parenthesis outside of quotes, and after a `-`. */
function beginOfTerm(text: string, caret: number): number {
  let from = 0
  let isQuoted = false
  for (let at = 0; at < caret; at++) {
    const char = text[at] ?? ''
    if (char === '"' && !(isQuoted && text[at - 1] === '\\')) isQuoted = !isQuoted
    else if (!isQuoted && /[\s()]/.test(char) && !/[:=]\s*$/.test(text.slice(from, at + 1))) from = at + 1
  }
  return text[from] === '-' && from < caret ? from + 1 : from
}

const wordsLike = (typed: string, words: readonly Word[]): readonly Completion[] =>
  words
    .filter((word) => word.startsWith(typed.toLowerCase()) && word !== typed)
    .map((word) => ({
      label: isFlag(word) ? word : `${word}${operatorOf(word)}`,
      detail: $gettext(WORDS[word].meaning),
      insert: isFlag(word) ? `${word} ` : `${word}${operatorOf(word)}`,
    }))

const operatorOf = (word: Word) => (/[<>=]/.exec(WORDS[word].example) ? '>' : ':')

function valuesLike(partial: string, values: NonNullable<SeenValues[keyof SeenValues]>) {
  const wanted = partial.replace(/^"|"$/g, '').toLowerCase()
  const at = (label: string) => label.toLowerCase().indexOf(wanted)
  return values
    .filter(({ label, text }) => at(label) >= 0 || text.toLowerCase().startsWith(wanted))
    .filter(({ text }) => text !== partial)
    .sort((one, other) => Number(at(one.label) !== 0) - Number(at(other.label) !== 0))
    .slice(0, MAX_OPTIONS)
    .map(({ label, detail, text, count }) => ({
      label,
      detail: [detail, count === 0 ? '' : pluralize(count, ROWS)].filter(Boolean).join(' · '),
      insert: `${text} `,
    }))
}
