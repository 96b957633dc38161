/**
 * Compiles a query to a test of rows in memory. A field with several values matches if one of them does; a missing
 * field never matches. Amounts are compared as whole numbers of the smaller unit, so that no digit is lost.
 */
import type { AddressRef } from '../chain/address.ts'
import { namesOnChain } from '../chain/address-names.ts'
import { plainName } from '../text/hostile-text.ts'
import { hasWholeUnits, knownDecimals, writeOut } from '../units.ts'
import { isOwn, isWithin } from './own-addresses.ts'
import type { Comparison, NumberWord, Query, Term } from './query.ts'
import {
  rowFields,
  type Amount,
  type Queried,
  type RowContext,
  type RowFields,
  type TokenName,
} from './row-fields.ts'
import { chainTest } from './row-chain.ts'
import { periodOf, scaledOf, type Scaled } from './values.ts'

/** `item` must be of the resource that the test was compiled for. */
export type RowTest = (item: object) => boolean

export function compileQuery(query: Query, resource: Queried, context: RowContext): RowTest {
  const fields = rowFields(resource)
  return combine(query, (term) => compileTerm(term, fields, context))
}

/** Compiles a query to a test of a plain text, in which only free text can match: the JSON of an unreadable item. */
export function compileForText(query: Query): (text: string) => boolean {
  const test = combine<string>(query, (term) => {
    if (term.kind !== 'text') return () => false
    const wanted = term.text.toLowerCase()
    return (text) => text.includes(wanted)
  })
  return (text) => test(text.toLowerCase())
}

/** Combines the tests of all conditions to one. */
function combine<T>(query: Query, compileOne: (term: Term) => (value: T) => boolean): (value: T) => boolean {
  if ('parts' in query) {
    const parts = query.parts.map((part) => combine(part, compileOne))
    return query.kind === 'all'
      ? (value) => parts.every((part) => part(value))
      : (value) => parts.some((part) => part(value))
  }
  if ('part' in query) {
    const part = combine(query.part, compileOne)
    return (value) => !part(value)
  }
  return compileOne(query)
}

const NEVER: RowTest = () => false

function compileTerm(term: Term, fields: RowFields<object>, context: RowContext): RowTest {
  switch (term.kind) {
    case 'text':
      return compileText(term.text, fields, context)
    case 'flag':
      return compileFlag(term.flag, fields, context)
    case 'name':
      return compileName(term, fields, context)
    case 'number':
      return compileNumber(term.word, fields, context, comparer(term.comparison, term.number))
    case 'range': {
      const [least, most] = [comparer('>=', term.least), comparer('<=', term.most)]
      return compileNumber(
        term.word,
        fields,
        context,
        (raw, places) => least(raw, places) && most(raw, places),
      )
    }
    case 'date':
      return compileDate(term, fields, context)
    case 'id': {
      const { ids } = fields
      return ids ? (item) => ids(item).some((id) => id != null && sameNumber(id, term.id)) : NEVER
    }
  }
}

export const sameNumber = (one: string, other: string) =>
  one === other || one.replace(/^0+(?=\d)/, '') === other

function compileFlag(
  flag: Extract<Term, { kind: 'flag' }>['flag'],
  { from, to, isFailed, isPending, isScam }: RowFields<object>,
  context: RowContext,
): RowTest {
  if (flag === 'in') return to ? (item) => isOwn(context, to(item)) : NEVER
  if (flag === 'out') return from ? (item) => isOwn(context, from(item)) : NEVER
  if (flag === 'within') return from && to ? (item) => isWithin(context, from(item), to(item)) : NEVER
  if (flag === 'failed') return isFailed ?? NEVER
  if (flag === 'pending') return isPending ?? NEVER
  return isScam ? (item) => isScam(item, context) : NEVER
}

function compileName(
  { word, whole, text }: Extract<Term, { kind: 'name' }>,
  fields: RowFields<object>,
  context: RowContext,
): RowTest {
  if (word === 'chain') {
    const isOn = chainTest(text, whole)(context.chain)
    return () => isOn
  }
  if (word === 'method') {
    const { method, methodHash } = fields
    const fits = nameTest(text, whole)
    const isHash = methodHash && hashTest(text)
    if (!method) return NEVER
    return (item) => fits(method(item, context)) || isHash?.(methodHash?.(item) ?? '') === true
  }
  if (word === 'type') {
    const { types } = fields
    const wanted = plainType(text)
    const fits = (type: string) => (whole ? plainType(type) === wanted : plainType(type).includes(wanted))
    return types ? (item) => types(item).some((type) => type != null && fits(type)) : NEVER
  }
  if (word === 'token') {
    const { tokens } = fields
    const fits = tokenTest(text, whole)
    return tokens ? (item) => tokens(item, context).some(fits) : NEVER
  }
  const fits = addressTest(text, whole, context.labels)
  const { from, to, parties } = fields
  if (word === 'with') return parties ? (item) => parties(item).some(fits) : NEVER
  const side = word === 'from' ? from : to
  return side ? (item) => fits(side(item)) : NEVER
}

/** Normalizes a type: `ERC-721`, `erc721` and `erc 721` are one. */
export const plainType = (type: string) => type.toLowerCase().replace(/[\s_-]/g, '')

type MaybeText = string | number | null | undefined

/** Normalizes a name for comparison: as it is shown, without invisible characters. */
export const foldName = (name: MaybeText) =>
  name == null ? '' : plainName(String(name), MAX_NAME).toLowerCase()
const MAX_NAME = 400

/** Names repeat often: results are cached, up to this many. */
const MAX_KNOWN = 10_000

export function nameTest(text: string, whole: boolean): (name: MaybeText) => boolean {
  const wanted = foldName(text)
  const known = new Map<string, boolean>()
  return (name) => {
    if (name == null || name === '') return false
    const one = String(name)
    const before = known.get(one)
    if (before !== undefined) return before
    const folded = foldName(one)
    const fits = whole ? folded === wanted : folded.includes(wanted)
    if (known.size < MAX_KNOWN) known.set(one, fits)
    return fits
  }
}

/** A shortened address like `0xd8da…6045`; one end may be missing. */
export const SHORTENED = /^(0x[0-9a-f]*)(?:…|\.\.\.)([0-9a-f]*)$/

/**
 * Makes a test whether a hash matches the typed text: the whole hash, its beginning, or its shortened form. Undefined
 * if the text can't be a hash.
 */
function hashTest(text: string): ((hash: string) => boolean) | undefined {
  const wanted = text.toLowerCase()
  const [, start, end = ''] = SHORTENED.exec(wanted) ?? []
  if (start !== undefined) return (hash) => hash.startsWith(start) && hash.endsWith(end)
  return /^0x[0-9a-f]*$/.test(wanted) ? (hash) => hash.startsWith(wanted) : undefined
}

function addressTest(text: string, whole: boolean, labels: ReadonlyMap<string, string>) {
  const isHash = hashTest(text)
  const isName = nameTest(text, whole)
  const labelled = new Set([...labels].flatMap(([hash, label]) => (isName(label) ? [hash] : [])))
  return (address: AddressRef | null | undefined): boolean => {
    if (!address) return false
    if (isHash || labelled.size > 0) {
      const hash = address.hash.toLowerCase()
      if (isHash?.(hash) || labelled.has(hash)) return true
    }
    return namesOnChain(address).some(isName)
  }
}

export function tokenTest(text: string, whole: boolean) {
  const isHash = hashTest(text)
  const isName = nameTest(text, whole)
  return (token: TokenName | null | undefined): boolean =>
    token != null &&
    (isHash?.(token.address_hash.toLowerCase()) === true || isName(token.symbol) || isName(token.name))
}

/** Matches free text in all names, hashes, methods, types and ids of a row. */
function compileText(text: string, fields: RowFields<object>, context: RowContext): RowTest {
  const { parties, tokens, method, types, ids, texts } = fields
  const isParty = addressTest(text, false, context.labels)
  const isToken = tokenTest(text, false)
  const isName = nameTest(text, false)
  const wanted = text.toLowerCase()
  const isShortened = SHORTENED.test(wanted) ? hashTest(text) : undefined
  // Most texts occur in no hash, and a list has more hashes than anything else.
  const isInHash = isShortened !== undefined || /^[0-9a-fx]+$/.test(wanted)
  const fits = (one: MaybeText) => {
    if (one == null) return false
    if (typeof one === 'number') return String(one).includes(wanted)
    if (!one.startsWith('0x')) return isName(one)
    if (!isInHash) return false
    const hash = one.toLowerCase()
    return hash.includes(wanted) || isShortened?.(hash) === true
  }
  return (item) =>
    texts(item, context).some(fits) ||
    (parties?.(item).some((party) => isParty(party) || fits(party?.hash)) ?? false) ||
    (tokens?.(item, context).some((token) => isToken(token) || fits(token?.address_hash)) ?? false) ||
    fits(method?.(item, context)) ||
    (types?.(item).some(fits) ?? false) ||
    (ids?.(item).some(fits) ?? false)
}

/** Compares a whole number of smallest units, of which `places` digits are after the decimal point. */
type Compare = (raw: bigint, places: number) => boolean

function comparer(comparison: Comparison, number: string): Compare {
  const wanted = scaledOf(number)
  /** By number of decimal places: the factor of the amount, and the number to compare it with. */
  const scales = new Map<number, readonly [bigint, bigint]>()
  return (raw, places) => {
    let scale = scales.get(places)
    if (!scale) scales.set(places, (scale = scaleTo(wanted, places)))
    const [factor, bound] = scale
    const amount = factor === 1n ? raw : raw * factor
    return COMPARE[comparison](amount, bound)
  }
}

const scaleTo = ({ digits, places: own }: Scaled, places: number): readonly [bigint, bigint] =>
  places >= own ? [1n, digits * 10n ** BigInt(places - own)] : [10n ** BigInt(own - places), digits]

const COMPARE: Readonly<Record<Comparison, (one: bigint, other: bigint) => boolean>> = {
  '=': (one, other) => one === other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
}

const WHOLE = /^-?\d+$/

function compileNumber(
  word: NumberWord,
  { amounts, worth, value, fee, block }: RowFields<object>,
  context: RowContext,
  compare: Compare,
): RowTest {
  const isRaw = (raw: string | number | null | undefined, decimals: Amount['decimals']) => {
    const places = knownDecimals(decimals)
    return raw != null && places !== undefined && WHOLE.test(String(raw)) && compare(BigInt(raw), places)
  }
  if (word === 'block') return block ? (item) => isRaw(block(item), 0) : NEVER
  if (word === 'amount')
    return amounts
      ? (item) => amounts(item, context).some(({ raw, decimals }) => isRaw(raw, decimals))
      : NEVER
  if (word === 'usd') return worth ? (item) => worth(item, context).some(dollarTest(compare)) : NEVER
  const read = word === 'value' ? value : fee
  return read ? (item) => isRaw(read(item, context), context.coin.decimals) : NEVER
}

function dollarTest(compare: Compare): (amount: Amount) => boolean {
  // Successive rows mostly have the same price of the same token.
  let last: { readonly price: string; readonly each: Scaled | undefined } | undefined
  return ({ raw, decimals, price }) => {
    if (price == null || !hasWholeUnits(decimals)) return false
    if (last?.price !== price) last = { price, each: scaledPrice(price) }
    const places = knownDecimals(decimals)
    if (!last.each || places === undefined || !WHOLE.test(raw)) return false
    return compare(BigInt(raw) * last.each.digits, places + last.each.places)
  }
}

function scaledPrice(price: string): Scaled | undefined {
  const written = writeOut(price)
  return written === undefined ? undefined : scaledOf(written)
}

function compileDate(
  { word, date }: Extract<Term, { kind: 'date' }>,
  { time }: RowFields<object>,
  { zone }: RowContext,
): RowTest {
  if (!time) return NEVER
  const { start, end } = periodOf(date, zone)
  const fits =
    word === 'after'
      ? (at: number) => at >= start
      : word === 'before'
        ? (at: number) => at < start
        : (at: number) => at >= start && at < end
  return (item) => {
    const text = time(item)
    return text != null && fits(Date.parse(text))
  }
}
