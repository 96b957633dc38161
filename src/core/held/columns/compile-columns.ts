/**
 * A question as a test of columns. It says yes or no where the columns know it; where they don't, the row has to be
 * unpacked, and `compileQuery` decides. So it can be slower than it might be, and never wrong.
 */
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { nameTest, plainType, sameNumber, SHORTENED, tokenTest } from '#shared/query/compile-query.ts'
import { chainTest } from '#shared/query/row-chain.ts'
import type { Query, Term } from '#shared/query/query.ts'
import { rowFields, type RowContext, type RowFields } from '#shared/query/row-fields.ts'
import { periodOf } from '#shared/query/values.ts'
import {
  FAILED,
  PENDING,
  SCAM,
  UNSURE,
  type Columns,
  type PackedToken,
} from '../../archive/columns/columns.ts'
import { addressColumn, addressMatches, oneOf, type MatchAddresses } from './address-columns.ts'
import { amountTest, blockColumn, dollarColumn, type Bound } from './number-columns.ts'
import { textTest } from './text-columns.ts'

const NO = 0
export const YES = 1
export const UNKNOWN = 2
type Verdict = typeof NO | typeof YES | typeof UNKNOWN
type JudgeRow = (row: number) => Verdict
/** Of one chunk. */
export type ColumnTest = (columns: Columns) => JudgeRow

const NEVER: ColumnTest = () => () => NO
const ALWAYS: ColumnTest = () => () => YES
const NOBODY_KNOWS: ColumnTest = () => () => UNKNOWN

/** `isOfToken`: a list of a token, whose rows may be told only with it. */
export function compileColumns(
  query: Query,
  resource: Resource,
  context: RowContext,
  isOfToken: boolean,
): ColumnTest {
  const compiler = { fields: rowFields(resource), context, isOfToken }
  const test = compile(query)
  return (columns) => {
    const judge = test(columns)
    const flags = columns.bytesOf('flags')
    return (row) => (((flags[row] ?? 0) & UNSURE) === 0 ? judge(row) : UNKNOWN)
  }

  function compile(one: Query): ColumnTest {
    if ('part' in one) {
      const part = compile(one.part)
      return (columns) => {
        const judge = part(columns)
        return (row) => {
          const verdict = judge(row)
          return verdict === UNKNOWN ? UNKNOWN : verdict === YES ? NO : YES
        }
      }
    }
    if (!('parts' in one)) return compileTerm(one, compiler)
    const parts = one.parts.map(compile)
    const [decides, otherwise] = one.kind === 'all' ? ([NO, YES] as const) : ([YES, NO] as const)
    return (columns) => {
      const judges = parts.map((part) => part(columns))
      return (row) => {
        let verdict: Verdict = otherwise
        for (const judge of judges) {
          const now = judge(row)
          if (now === decides) return decides
          if (now === UNKNOWN) verdict = UNKNOWN
        }
        return verdict
      }
    }
  }
}

interface Compiler {
  readonly fields: RowFields<object>
  readonly context: RowContext
  readonly isOfToken: boolean
}

/** Of fields that need the token whose list it is where a row leaves it out. */
const withToken =
  (test: ColumnTest): ColumnTest =>
  (columns) =>
    columns.needsToken ? () => UNKNOWN : test(columns)

const exactly =
  (test: (columns: Columns) => (row: number) => boolean): ColumnTest =>
  (columns) => {
    const fits = test(columns)
    return (row) => (fits(row) ? YES : NO)
  }

function compileTerm(term: Term, compiler: Compiler): ColumnTest {
  const { fields, context } = compiler
  switch (term.kind) {
    case 'text':
      return compileText(term.text, compiler)
    case 'flag':
      return compileFlag(term.flag, compiler)
    case 'name':
      return compileName(term, compiler)
    case 'number':
      return compileNumber(term.word, [{ comparison: term.comparison, number: term.number }], compiler)
    case 'range':
      return compileNumber(
        term.word,
        [
          { comparison: '>=', number: term.least },
          { comparison: '<=', number: term.most },
        ],
        compiler,
      )
    case 'date':
      return fields.time ? compileDate(term, context) : NEVER
    case 'id': {
      const fits = (ids: readonly string[]) => ids.some((id) => sameNumber(id, term.id))
      return fields.ids ? textsColumn('ids', fits) : NEVER
    }
  }
}

/** A column of JSON lists. */
const textsColumn = (section: 'types' | 'ids' | 'words', fits: (all: readonly string[]) => boolean) =>
  numberedColumn(section, (text) => fits(JSON.parse(text) as string[]))

function numberedColumn(
  section: 'types' | 'tokens' | 'ids' | 'words' | 'method',
  fits: (text: string) => boolean,
): ColumnTest {
  const test = textTest(fits)
  return exactly((columns) => {
    if (!columns.has(section)) return () => false
    const numbers = columns.u16(section)
    const { textNumbers } = columns
    const isFit = test(columns.dictionary)
    return (row) => isFit(textNumbers[numbers[row] ?? 0] ?? 0)
  })
}

function compileFlag(
  flag: Extract<Term, { kind: 'flag' }>['flag'],
  { fields, context, isOfToken }: Compiler,
): ColumnTest {
  if (flag === 'in' || flag === 'out') {
    const side = flag === 'in' ? 'to' : 'from'
    const own = context.ownAddress === undefined ? undefined : oneOf([context.ownAddress])
    return fields[side] && own ? sidesColumn([side], addressMatches(own)) : NEVER
  }
  // Kept rows are asked about by the list of one address.
  if (flag === 'within') return NEVER
  if (flag === 'failed') return fields.isFailed ? flagColumn(FAILED) : NEVER
  if (flag === 'pending') return fields.isPending ? flagColumn(PENDING) : NEVER
  if (!fields.isScam) return NEVER
  // Seen from its token.
  return isOfToken ? NOBODY_KNOWS : flagColumn(SCAM)
}

const flagColumn = (bit: number) =>
  exactly((columns) => {
    const flags = columns.bytesOf('flags')
    return (row) => ((flags[row] ?? 0) & bit) !== 0
  })

function sidesColumn(sides: readonly ('from' | 'to' | 'other')[], match: MatchAddresses): ColumnTest {
  return exactly((columns) => {
    const matches = match(columns)
    if (!matches.includes(1)) return () => false
    const [first, ...more] = sides.filter((side) => columns.has(side)).map((side) => columns.u16(side))
    if (!first) return () => false
    return (row) => matches[first[row] ?? 0] === 1 || more.some((numbers) => matches[numbers[row] ?? 0] === 1)
  })
}

function compileName(
  { word, whole, text }: Extract<Term, { kind: 'name' }>,
  { fields, context }: Compiler,
): ColumnTest {
  if (word === 'chain') return chainTest(text, whole)(context.chain) ? ALWAYS : NEVER
  if (word === 'method') return fields.method ? numberedColumn('method', nameTest(text, whole)) : NEVER
  if (word === 'type') {
    const wanted = plainType(text)
    const fits = (type: string) => (whole ? plainType(type) === wanted : plainType(type).includes(wanted))
    return fields.types ? textsColumn('types', (types) => types.some(fits)) : NEVER
  }
  if (word === 'token') {
    const fits = tokenTest(text, whole)
    return fields.tokens ? withToken(tokensColumn(fits)) : NEVER
  }
  const match = addressColumn(text, whole, context.labels)
  if (word === 'with') return fields.parties ? sidesColumn(['from', 'to', 'other'], match) : NEVER
  return fields[word] ? sidesColumn([word], match) : NEVER
}

const tokensColumn = (fits: ReturnType<typeof tokenTest>) =>
  numberedColumn('tokens', (text) =>
    (JSON.parse(text) as PackedToken[]).some(([hash, symbol, name]) =>
      fits({ address_hash: hash, symbol, name }),
    ),
  )

/** What stands in no hash and in no number stands in names and words only. */
function compileText(text: string, { fields, context }: Compiler): ColumnTest {
  const wanted = text.toLowerCase()
  if (/^[0-9a-fx]*$/.test(wanted) || SHORTENED.test(wanted)) return NOBODY_KNOWS
  const isName = nameTest(text, false)
  const fits = (one: string) => !one.startsWith('0x') && isName(one)
  const anyFits = (all: readonly string[]) => all.some(fits)
  const parts: ColumnTest[] = [textsColumn('words', anyFits)]
  if (fields.parties)
    parts.push(sidesColumn(['from', 'to', 'other'], addressColumn(text, false, context.labels)))
  if (fields.tokens) parts.push(withToken(tokensColumn(tokenTest(text, false))))
  if (fields.method) parts.push(numberedColumn('method', fits))
  if (fields.types) parts.push(textsColumn('types', anyFits))
  if (fields.ids) parts.push(textsColumn('ids', anyFits))
  return (columns) => {
    const judges = parts.map((part) => part(columns))
    return (row) => {
      let verdict: Verdict = NO
      for (const judge of judges) {
        const now = judge(row)
        if (now === YES) return YES
        if (now === UNKNOWN) verdict = UNKNOWN
      }
      return verdict
    }
  }
}

function compileNumber(
  word: Extract<Term, { kind: 'number' }>['word'],
  bounds: readonly Bound[],
  { fields, context }: Compiler,
): ColumnTest {
  const { decimals } = context.coin
  if (word === 'block') return fields.block ? exactly(blockColumn(bounds)) : NEVER
  if (word === 'amount')
    return fields.amounts ? withToken(exactly(amountTest(bounds, 'amount', decimals))) : NEVER
  if (word === 'usd') return fields.worth ? withToken(exactly(dollarColumn(bounds, decimals))) : NEVER
  return fields[word] ? exactly(amountTest(bounds, word, decimals)) : NEVER
}

function compileDate({ word, date }: Extract<Term, { kind: 'date' }>, { zone }: RowContext): ColumnTest {
  const { start, end } = periodOf(date, zone)
  const [from, to] =
    word === 'after' ? [start, Infinity] : word === 'before' ? [-Infinity, start] : [start, end]
  return exactly((columns) => {
    const times = columns.f64('time')
    return (row) => {
      const at = times[row] ?? NaN
      return at >= from && at < to
    }
  })
}
