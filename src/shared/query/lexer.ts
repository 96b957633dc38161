/** Splits a query into tokens, each with its position. Reads every character once. */
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { COMPARISONS, type Comparison, type Span } from './query.ts'

/** The sign between a word and its value. */
type Operator = ':' | Comparison

export type Token =
  | { readonly kind: 'open' | 'close' | 'minus'; readonly at: Span }
  /** A word or text that stands alone. `quoted`: it was in quotes, so it is text. */
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean; readonly at: Span }
  /** A word with its operator and value. `value` is undefined if the operator has none. */
  | {
      readonly kind: 'pair'
      readonly word: string
      readonly wordAt: Span
      readonly operator: Operator
      readonly value: string | undefined
      readonly valueAt: Span
      readonly at: Span
    }
  | { readonly kind: 'wrong'; readonly message: string; readonly at: Span }

/** Longer operators come first. */
const OPERATORS: readonly Operator[] = [...COMPARISONS, ':' as const].sort(
  (one, other) => other.length - one.length,
)
const BLANK = /\s/u
const WORD = /[a-z][a-z_-]*/iy
const isBlank = (char: string | undefined) => char !== undefined && BLANK.test(char)
const endsBare = (char: string | undefined) =>
  char === undefined || char === '"' || char === '(' || char === ')' || isBlank(char)

/** `isValueWord` tells whether a word takes a value. Only such a word may have blanks before its operator. */
export function tokenize(text: string, isValueWord: (word: string) => boolean): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  const skipBlanks = (from: number) => {
    let to = from
    while (isBlank(text[to])) to += 1
    return to
  }
  for (;;) {
    at = skipBlanks(at)
    const char = text[at]
    if (char === undefined) return tokens
    const token =
      char === '(' || char === ')'
        ? ({ kind: char === '(' ? 'open' : 'close', at: { from: at, to: at + 1 } } as const)
        : char === '-'
          ? ({ kind: 'minus', at: { from: at, to: at + 1 } } as const)
          : char === '"'
            ? readQuoted(text, at)
            : readWord(text, at, skipBlanks, isValueWord)
    tokens.push(token)
    at = token.at.to
    // `a(b` and `"a"b`: two tokens without a space were probably meant as one.
    if ((token.kind === 'text' || token.kind === 'pair') && isJoined(text[at])) {
      tokens.push({ kind: 'wrong', message: $gettext(JOINED), at: { from: at, to: at + 1 } })
      at += 1
    }
  }
}

const JOINED = $msgid('Put a text with parentheses or quotes in it in quotes, or a blank before this.')
const isJoined = (char: string | undefined) => char !== undefined && char !== ')' && !isBlank(char)

type SkipBlanks = (from: number) => number

function readWord(
  text: string,
  from: number,
  skipBlanks: SkipBlanks,
  isValueWord: (word: string) => boolean,
): Token {
  WORD.lastIndex = from
  const word = WORD.exec(text)?.[0]
  if (word !== undefined) {
    const end = from + word.length
    const operatorAt = isValueWord(word.toLowerCase()) ? skipBlanks(end) : end
    const operator = operatorOn(text, operatorAt)
    if (operator) return readPair(text, { from, to: end }, operatorAt, operator, skipBlanks)
  }
  const stray = operatorOn(text, from)
  const to = endOfBare(text, from)
  const bare = text.slice(from, to)
  return stray
    ? {
        kind: 'wrong',
        message: $gettext('Say what “%{bare}” is about, as in amount>1,000.', { bare: bare.slice(0, 20) }),
        at: { from, to },
      }
    : { kind: 'text', text: bare, quoted: false, at: { from, to } }
}

function readPair(
  text: string,
  wordAt: Span,
  operatorAt: number,
  operator: Operator,
  skipBlanks: SkipBlanks,
): Token {
  const word = text.slice(wordAt.from, wordAt.to).toLowerCase()
  const behind = operatorAt + operator.length
  // `amount:>5` means `amount>5`.
  const second = operator === ':' ? operatorOn(text, behind) : undefined
  const meant = second !== undefined && second !== ':' ? second : operator
  const valueFrom = skipBlanks(meant === operator ? behind : behind + meant.length)
  const pair = { kind: 'pair', word, wordAt, operator: meant } as const
  if (text[valueFrom] === '"') {
    const quoted = readQuoted(text, valueFrom)
    return quoted.kind === 'text'
      ? { ...pair, value: quoted.text, valueAt: quoted.at, at: { from: wordAt.from, to: quoted.at.to } }
      : quoted
  }
  const to = endOfBare(text, valueFrom)
  const isMissing = to === valueFrom || (valueFrom > behind && beginsPair(text, valueFrom))
  const valueAt = isMissing ? { from: behind, to: behind } : { from: valueFrom, to }
  return {
    ...pair,
    value: isMissing ? undefined : text.slice(valueFrom, to),
    valueAt,
    at: { from: wordAt.from, to: isMissing ? Math.max(behind, wordAt.to) : to },
  }
}

/** Whether the next condition begins here, as in `from: token:x`: then the word before has no value. */
function beginsPair(text: string, from: number): boolean {
  WORD.lastIndex = from
  const word = WORD.exec(text)?.[0]
  return word !== undefined && operatorOn(text, from + word.length) !== undefined
}

function endOfBare(text: string, from: number): number {
  let to = from
  while (!endsBare(text[to])) to += 1
  return to
}

const operatorOn = (text: string, at: number) => OPERATORS.find((operator) => text.startsWith(operator, at))

/** Reads a quoted text, in which `\"` is a quote and `\\` a backslash. */
function readQuoted(text: string, from: number): Token & { readonly kind: 'text' | 'wrong' } {
  let read = ''
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '"') return { kind: 'text', text: read, quoted: true, at: { from, to: at + 1 } }
    if (char === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) {
      read += text[at + 1] ?? ''
      at += 1
    } else read += char
  }
  return { kind: 'wrong', message: $gettext('These quotes are not closed.'), at: { from, to: text.length } }
}
