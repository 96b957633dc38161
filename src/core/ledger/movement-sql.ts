/**
 * Translates a query about movements to a condition on their columns. Names are tested in code, once for each address and
 * asset. Where columns can't decide (parts of hashes, ids of NFTs, scam), the condition is NULL and the movement is tested.
 */
import type { Token } from '#shared/chain/token.ts'
import { compileQuery, SHORTENED } from '#shared/query/compile-query.ts'
import type { Comparison, Query, Term } from '#shared/query/query.ts'
import type { QueriedMovement, RowContext } from '#shared/query/row-fields.ts'
import { periodOf, scaledOf, type Scaled } from '#shared/query/values.ts'
import { knownDecimals } from '#shared/units.ts'
import {
  ALWAYS,
  isIn,
  isNotIn,
  joined,
  NEVER,
  not,
  plain,
  UNKNOWN,
  type Condition,
} from '../query/sql/compile-sql.ts'
import { partsOf } from '../rows/amount-parts.ts'
import { AMOUNTS, RULES, WENT } from './kept/movement-rows.ts'
import type { FilteredMovements } from './kept/movement-filter.ts'

export interface MovementContext {
  readonly reader: FilteredMovements
  readonly context: RowContext
  /** In lower case. */
  readonly own: string
  /** Token of an asset; null for the coin. */
  readonly tokenOf: (asset: string) => Token | null
}

const HAS_GONE = `(kind & ${String(WENT)}) <> 0`

export function movementSql(query: Query, asked: MovementContext): Condition {
  if ('part' in query) return not(movementSql(query.part, asked))
  if ('parts' in query)
    return joined(
      query.parts.map((part) => movementSql(part, asked)),
      query.kind === 'all' ? 'AND' : 'OR',
    )
  return termSql(query, asked)
}

function termSql(term: Term, asked: MovementContext): Condition {
  const { context, own, reader, tokenOf } = asked
  const test = compileQuery(term, 'movement', context)
  const fits = (more: Partial<QueriedMovement>) =>
    test({ ...NOTHING, own: { hash: own }, ...more } satisfies QueriedMovement)
  const ofAssets = () =>
    oneOf(
      'asset',
      reader.assets().map((id) => [reader.numberOfAsset(id), fits({ token: tokenOf(id) })]),
    )
  if (term.kind === 'date') return dateSql(term, context)
  if (term.kind === 'number' || term.kind === 'range') return numberSql(term, asked)
  if (term.kind === 'id')
    return { sql: 'CASE WHEN nft IS NULL THEN 0 ELSE NULL END', values: [], isNullable: true }
  if (term.kind === 'name' && term.word === 'token') return ofAssets()
  const ofRules = () =>
    oneOf(
      'rule',
      RULES.map((rule, number) => [number, fits({ rule })]),
    )
  if (term.kind === 'name' && term.word === 'type') return joined([ofRules(), ofAssets()], 'OR')
  if (
    (term.kind === 'flag' && (term.flag === 'in' || term.flag === 'out')) ||
    (term.kind === 'name' && (term.word === 'with' || term.word === 'from' || term.word === 'to'))
  )
    return partySql(fits, reader)
  if (term.kind === 'text')
    return isInNames(term.text) ? joined([partySql(fits, reader), ofRules(), ofAssets()], 'OR') : UNKNOWN
  if (term.kind === 'flag' && term.flag === 'scam') return UNKNOWN
  // Movements have no field for this condition, so it is true for all or for none.
  return fits({}) ? ALWAYS : NEVER
}

/** Whether a text can only be in a name: it is in no hash and in no number. */
const isInNames = (text: string) => !/^[0-9a-fx]*$/i.test(text) && !SHORTENED.test(text.toLowerCase())

const NOTHING = {
  counterparty: null,
  amount: '1',
  // An empty token, because without one the coin would match.
  token: { address_hash: '', name: null, symbol: null, decimals: null, type: null },
  nft: null,
  rule: '',
  block: 0,
  time: null,
  transaction: null,
} as const

/** Condition on a column of numbers: lists the matching ones, or the others if these are fewer. */
function oneOf(column: string, all: readonly (readonly [number: number, fits: boolean])[]): Condition {
  const numbers = (wanted: boolean) => all.flatMap(([number, fits]) => (fits === wanted ? [number] : []))
  const [fitting, others] = [numbers(true), numbers(false)]
  return fitting.length <= others.length ? isIn(column, fitting) : isNotIn(column, others)
}

function partySql(fits: (more: Partial<QueriedMovement>) => boolean, reader: FilteredMovements): Condition {
  const parties = reader.parties()
  if (!parties) return UNKNOWN
  const [gone, come] = ['-1', '1'].map((amount) => {
    const { sql, values } = oneOf(
      'party',
      parties.map(({ number, party }) => [number, fits({ amount, counterparty: party })]),
    )
    return { sql: `CASE WHEN party IS NULL THEN ${String(Number(fits({ amount })))} ELSE ${sql} END`, values }
  })
  if (!gone || !come) return UNKNOWN
  return {
    sql: `CASE WHEN ${HAS_GONE} THEN ${gone.sql} ELSE ${come.sql} END`,
    values: [...gone.values, ...come.values],
  }
}

function dateSql({ word, date }: Extract<Term, { kind: 'date' }>, { zone }: RowContext): Condition {
  const { start, end } = periodOf(date, zone)
  const time = '(at + late)'
  const since = { sql: `coalesce(${time} >= ?, 0)`, values: [start] }
  if (word === 'after') return since
  if (word === 'before') return { sql: `coalesce(${time} < ?, 0)`, values: [start] }
  return joined([since, { sql: `coalesce(${time} < ?, 0)`, values: [end] }], 'AND')
}

function numberSql(
  term: Extract<Term, { kind: 'number' | 'range' }>,
  { reader, context: { coin }, tokenOf }: MovementContext,
): Condition {
  const bounds: readonly (readonly [Comparison, string])[] =
    term.kind === 'number'
      ? [[term.comparison, term.number]]
      : [
          ['>=', term.least],
          ['<=', term.most],
        ]
  const { word } = term
  if (word === 'usd') return NEVER
  if (word === 'block')
    return joined(
      bounds.map(([comparison, number]) =>
        Number.isSafeInteger(Number(number)) && scaledOf(number).places === 0
          ? { sql: `block ${comparison} ?`, values: [Number(number)] }
          : UNKNOWN,
      ),
      'AND',
    )
  const byPlaces = Map.groupBy(reader.assets(), (id) => {
    const token = tokenOf(id)
    if (!token || word === 'fee') return coin.decimals
    return word === 'value' ? undefined : token.type === 'ERC-721' ? 0 : knownDecimals(token.decimals)
  })
  const amounts = [...byPlaces].flatMap(([places, ids]) =>
    places === undefined
      ? []
      : joined(
          [
            isIn(
              'asset',
              ids.map((id) => reader.numberOfAsset(id)),
            ),
            ...bounds.map(([comparison, number]) => amountSql(comparison, scaledOf(number), places)),
          ],
          'AND',
        ),
  )
  const any = amounts.length === 0 ? NEVER : joined(amounts, 'OR')
  return word === 'fee' ? joined([plain(`rule = ${String(RULES.indexOf('fee'))}`), any], 'AND') : any
}

const FLIPPED: Readonly<Record<Comparison, Comparison>> = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

/** Condition on the absolute amount. */
function amountSql(comparison: Comparison, { digits, places: own }: Scaled, places: number): Condition {
  const isAbove = comparison.startsWith('>')
  if (digits < 0n) return isAbove ? ALWAYS : NEVER
  const [bound, factor] =
    places >= own ? [digits * 10n ** BigInt(places - own), 1n] : [digits, 10n ** BigInt(own - places)]
  const isWhole = bound % factor === 0n
  if (comparison === '=' && !isWhole) return NEVER
  // Between two integers, `>=` and `<` compare with the upper one.
  const whole = bound / factor + (!isWhole && (comparison === '>=' || comparison === '<') ? 1n : 0n)
  const parts = partsOf(String(whole), 0, AMOUNTS.length, 0)
  if (!parts) return isAbove || comparison === '=' ? NEVER : ALWAYS
  const compare = (by: Comparison) => `(${AMOUNTS.join(', ')}) ${by} (${AMOUNTS.map(() => '?').join(', ')})`
  return {
    sql: `CASE WHEN ${HAS_GONE} THEN ${compare(FLIPPED[comparison])} ELSE ${compare(comparison)} END`,
    values: [...parts.map((part) => -part), ...parts],
  }
}
