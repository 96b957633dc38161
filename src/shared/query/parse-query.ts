/**
 * Parses a query: `from:treasury amount>1,000 -(failed or scam)`. It never throws; length, terms and depth are
 * limited. Text that it does not understand is an error with its position: nothing is guessed.
 */
import { $gettext } from '#shared/text/gettext.ts'
import { tokenize, type Token } from './lexer.ts'
import {
  MAX_QUERY_DEPTH,
  MAX_QUERY_ERRORS,
  MAX_QUERY_LENGTH,
  MAX_QUERY_TERMS,
  type ParsedQuery,
  type Query,
  type QueryError,
  type Span,
  type Term,
} from './query.ts'
import { cut, readAmount, readDate, readWhole } from './values.ts'
import {
  isConnector,
  isDateWord,
  isFlag,
  isNameWord,
  isNumberWord,
  isValueWord,
  nearestWord,
  WORDS,
} from './words.ts'

export function parseQuery(text: string): ParsedQuery {
  if (text.length > MAX_QUERY_LENGTH)
    return failed({
      at: { from: MAX_QUERY_LENGTH, to: text.length },
      message: $gettext('This is too long: at most %{most} characters are read.', {
        most: MAX_QUERY_LENGTH.toLocaleString('en'),
      }),
    })
  const parser = new Parser(tokenize(text, isValueWord))
  const query = parser.read()
  return parser.errors.length > 0 ? { query: null, errors: parser.errors } : { query, errors: [] }
}

const failed = (...errors: QueryError[]): ParsedQuery => ({ query: null, errors })

/** `any := all ("or" all)*`, `all := one ("and"? one)*`, `one := ("-" | "not") one | "(" any ")" | term`. */
class Parser {
  readonly errors: QueryError[] = []
  readonly #tokens: readonly Token[]
  #next = 0
  #terms = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  read(): Query | null {
    if (this.#tokens.length === 0) return null
    let query = this.#readAny(0)
    for (let token = this.#peek(); token; token = this.#peek()) {
      // Only an unmatched closing parenthesis ends the parsing early.
      this.#fail(token.at, $gettext('No parenthesis is open here.'))
      this.#next += 1
      query = this.#hasMore() ? this.#readAny(0) : query
    }
    return query ?? null
  }

  #readAny(depth: number): Query | undefined {
    const parts: Query[] = []
    for (;;) {
      const part = this.#readAll(depth)
      if (part) parts.push(part)
      const token = this.#peek()
      if (!token || !isWord(token, 'or')) break
      this.#next += 1
      if (!part || !this.#hasMore())
        this.#fail(token.at, $gettext('Something must stand on both sides of “or”.'))
    }
    return group('any', parts)
  }

  #readAll(depth: number): Query | undefined {
    const parts: Query[] = []
    for (let token = this.#peek(); token; token = this.#peek()) {
      if (token.kind === 'close' || isWord(token, 'or')) break
      if (isWord(token, 'and')) {
        this.#next += 1
        if (parts.length === 0 || !this.#hasMore())
          this.#fail(token.at, $gettext('Something must stand on both sides of “and”.'))
        continue
      }
      const part = this.#readOne(depth)
      if (part) parts.push(part)
    }
    return group('all', parts)
  }

  #readOne(depth: number): Query | undefined {
    const token = this.#peek()
    if (!token) return undefined
    this.#next += 1
    if (depth >= MAX_QUERY_DEPTH && (token.kind === 'open' || isNot(token))) {
      this.#fail(
        token.at,
        $gettext('At most %{most} parentheses and “-” are read inside one another.', {
          most: MAX_QUERY_DEPTH,
        }),
      )
      // Parsing continues as if the parenthesis were absent: errors after it are reported, and the depth can't grow.
      return undefined
    }
    if (token.kind === 'open') return this.#readGroup(token.at, depth)
    if (isNot(token)) return this.#readNot(token, depth)
    if (token.kind === 'wrong') this.#fail(token.at, token.message)
    if (token.kind !== 'text' && token.kind !== 'pair') return undefined
    this.#terms += 1
    if (this.#terms > MAX_QUERY_TERMS) {
      if (this.#terms === MAX_QUERY_TERMS + 1)
        this.#fail(token.at, $gettext('At most %{most} conditions are read.', { most: MAX_QUERY_TERMS }))
      return undefined
    }
    const term = token.kind === 'text' ? readText(token) : readPair(token)
    if ('kind' in term) return term
    this.#fail(term.at, term.message)
    return undefined
  }

  #readGroup(at: Span, depth: number): Query | undefined {
    if (this.#peek()?.kind === 'close') {
      this.#fail({ from: at.from, to: at.to + 1 }, $gettext('Nothing stands in these parentheses.'))
      this.#next += 1
      return undefined
    }
    const inner = this.#readAny(depth + 1)
    const close = this.#peek()
    if (close?.kind !== 'close') {
      this.#fail(at, $gettext('This parenthesis is not closed.'))
      return inner
    }
    this.#next += 1
    return inner && { ...inner, at: { from: at.from, to: close.at.to } }
  }

  #readNot(token: Token, depth: number): Query | undefined {
    const isFar = token.kind === 'minus' && this.#peek()?.at.from !== token.at.to
    if (isFar || !this.#hasMore()) {
      this.#fail(token.at, $gettext('What is left out must stand right behind this, as in -failed.'))
      return undefined
    }
    const part = this.#readOne(depth + 1)
    return part && { kind: 'not', part, at: { from: token.at.from, to: part.at.to } }
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next]
  }

  /** Whether another condition follows. */
  #hasMore(): boolean {
    const token = this.#peek()
    return token !== undefined && token.kind !== 'close' && !isWord(token, 'or') && !isWord(token, 'and')
  }

  #fail(at: Span, message: string): void {
    if (this.errors.length < MAX_QUERY_ERRORS) this.errors.push({ at, message })
  }
}

const isWord = (token: Token, word: string) =>
  token.kind === 'text' && !token.quoted && token.text.toLowerCase() === word
const isNot = (token: Token) => token.kind === 'minus' || isWord(token, 'not')

function group(kind: 'all' | 'any', parts: readonly Query[]): Query | undefined {
  const [first] = parts
  const last = parts.at(-1)
  if (!first || !last) return undefined
  return parts.length === 1 ? first : { kind, parts, at: { from: first.at.from, to: last.at.to } }
}

function readText({ text, quoted, at }: Token & { readonly kind: 'text' }): Term | QueryError {
  const word = text.toLowerCase()
  if (!quoted && isFlag(word)) return { kind: 'flag', flag: word, at }
  if (!quoted && isValueWord(word))
    return {
      at,
      message: $gettext(
        '“%{word}” needs a value, as in %{example}. To search for the word, put it in quotes.',
        { word, example: WORDS[word].example },
      ),
    }
  if (text.trim() === '') return { at, message: $gettext('Nothing stands between these quotes.') }
  return { kind: 'text', text, at }
}

function readPair(pair: Token & { readonly kind: 'pair' }): Term | QueryError {
  const { word, wordAt, operator, value, valueAt, at } = pair
  if (isFlag(word)) return { at, message: $gettext('“%{word}” stands alone and takes no value.', { word }) }
  if (isConnector(word) || !isValueWord(word)) return unknownWord(word, wordAt)
  if (value === undefined || value.trim() === '')
    return {
      at,
      message: $gettext('“%{word}” needs a value, as in %{example}.', { word, example: WORDS[word].example }),
    }
  if (isNumberWord(word)) return readNumber(pair, word, value)
  if (operator !== ':' && operator !== '=')
    return {
      at,
      message: $gettext("“%{word}” can't be compared with %{operator}: write %{example}.", {
        word,
        operator,
        example: WORDS[word].example,
      }),
    }
  if (isNameWord(word)) return { kind: 'name', word, whole: operator === '=', text: value, at }
  if (isDateWord(word)) {
    const read = readDate(value)
    return read.ok ? { kind: 'date', word, date: read.date, at } : { at: valueAt, message: read.message }
  }
  const id = readWhole(value.replace(/^#/, ''))
  return id === undefined
    ? {
        at: valueAt,
        message: $gettext('“%{value}” is no id: an id is a whole number.', { value: cut(value) }),
      }
    : { kind: 'id', id, at }
}

function readNumber(
  { operator, valueAt, at }: Token & { readonly kind: 'pair' },
  word: Extract<Term, { kind: 'number' }>['word'],
  value: string,
): Term | QueryError {
  const read = word === 'block' ? readWhole : readAmount
  const wrong = (text: string): QueryError => ({
    at: valueAt,
    message:
      word === 'block'
        ? $gettext('“%{text}” is no block number: write digits, as in 19000000.', { text: cut(text) })
        : $gettext('“%{text}” is no amount: write digits with a point for decimals, as in 1,000.5.', {
            text: cut(text),
          }),
  })
  const range = /^(.*?)\.\.(.*)$/s.exec(value)
  if (!range) {
    const number = read(value)
    if (number === undefined) return wrong(value)
    return { kind: 'number', word, comparison: operator === ':' ? '=' : operator, number, at }
  }
  const [, from = '', to = ''] = range
  const [least, most] = [read(from), read(to)]
  if (operator !== ':' && operator !== '=')
    return { at, message: $gettext('A range stands behind a colon, as in %{word}:1..5.', { word }) }
  if (from === '' || to === '')
    return {
      at: valueAt,
      message: $gettext('A range has two ends, as in 1..5. For one, write %{word}>=1 or %{word}<=5.', {
        word,
      }),
    }
  if (least === undefined) return wrong(from)
  if (most === undefined) return wrong(to)
  return { kind: 'range', word, least, most, at }
}

function unknownWord(word: string, at: Span): QueryError {
  const near = nearestWord(word)
  return {
    at,
    message:
      near === undefined
        ? $gettext('There is no word “%{word}”. To search for it as text, put it in quotes.', {
            word: cut(word),
          })
        : $gettext(
            'There is no word “%{word}”. Did you mean “%{near}”? To search for it as text, put it in quotes.',
            { word: cut(word), near },
          ),
  }
}
