/** Compares what two sources of one chain say of a transaction, block or address. Neither is proven. */
import { invalidFieldsOf } from '#shared/chain/invalid-fields.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { CheckedResource } from '#shared/check/checked-rows.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { CheckedThing, CheckPart, Finding, UncheckedReason } from '#shared/rpc/contract/check.ts'
import { ADDRESS_RULES, BALANCE_RULES, balanceKey, type AddressOfSource } from './check-address.ts'
import { BLOCK_RULES } from './check-block.ts'
import type { TransactionOfSource } from './check-transaction.ts'
import type { SourceRows } from './checked.ts'
import { compareFields, cut, textOf, type Rule } from './compare-fields.ts'
import { flatTransfers, LOG_RULES, TRANSFER_RULES } from './event-rules.ts'
import type { SourceReader } from './source-reader.ts'
import { TRANSACTION_RULES } from './transaction-rules.ts'

export type Item = Readonly<Record<string, unknown>>

/** How rows of one kind are compared. */
export interface ItemKind {
  readonly part: CheckPart
  readonly rules: Readonly<Record<string, Rule<never>>>
  /** Identifies an item at both sources. */
  readonly keyOf: (item: Item) => string
  /** What a row stands for, where that is not the row itself: it may be several rows of the other source. */
  readonly itemsOf?: (row: never) => readonly object[]
}

const field = (item: Item, name: string) => textOf(item[name])?.toLowerCase() ?? ''

export const ITEM_KINDS = {
  transaction: {
    part: 'transaction',
    rules: TRANSACTION_RULES,
    keyOf: (item) => field(item, 'hash'),
    itemsOf: (item: Transaction) => [{ ...item, fee: item.fee?.value }],
  },
  block: { part: 'block', rules: BLOCK_RULES, keyOf: (item) => field(item, 'height') },
  log: {
    part: 'log',
    rules: LOG_RULES,
    keyOf: (item) => `${field(item, 'transaction_hash')} ${field(item, 'index')}`,
  },
  transfer: {
    part: 'token-transfer',
    rules: TRANSFER_RULES,
    keyOf: (item) =>
      ['transaction_hash', 'log_index', 'total.token_id'].map((name) => field(item, name)).join(' '),
    itemsOf: flatTransfers,
  },
} as const satisfies Readonly<Record<CheckedResource, ItemKind>>

const ADDRESS: ItemKind = { part: 'address', rules: ADDRESS_RULES, keyOf: (item) => field(item, 'hash') }
const BALANCE: ItemKind = {
  part: 'token-balance',
  rules: BALANCE_RULES,
  keyOf: (item) => balanceKey(item as never),
}

export interface Compared {
  readonly findings: readonly Finding[]
  readonly cut: readonly CheckPart[]
  /** Of an address: the newest block of each source. What it holds may differ by what happened between them. */
  readonly heads: readonly [number | undefined, number | undefined] | undefined
}

/** Rejects with `ChainglassFailure`: `not_found` if neither source has it. */
export async function compareThing(
  readers: readonly [SourceReader, SourceReader],
  thing: CheckedThing,
): Promise<Compared> {
  switch (thing.kind) {
    case 'transaction':
      return compareTransactions(thing.hash, await readBoth(readers, (one) => one.transaction(thing.hash)))
    case 'block': {
      const blocks = await readBoth(readers, (one) => one.block(thing.block))
      const [one, other] = blocks.map((block) => block?.item) as [Item | undefined, Item | undefined]
      return {
        findings: compareItems(ITEM_KINDS.block, null, thing.block, one, other),
        cut: [],
        heads: undefined,
      }
    }
    case 'address':
      return compareAddresses(thing.address, await readBoth(readers, (one) => one.address(thing.address)))
  }
}

type Both<T> = readonly [T | undefined, T | undefined]

/** What each source has; undefined where it does not have it. */
async function readBoth<T>(
  readers: readonly [SourceReader, SourceReader],
  read: (reader: SourceReader) => Promise<T>,
): Promise<Both<T>> {
  const failures: unknown[] = []
  const [one, other] = await Promise.all(
    readers.map((reader) =>
      read(reader).catch((error: unknown) => {
        if (!(error instanceof ChainglassFailure) || error.error.code !== 'not_found') throw error
        failures.push(error)
        return undefined
      }),
    ),
  )
  if (failures.length === 2) throw failures[0]
  return [one, other]
}

function compareTransactions(hash: string, [one, other]: Both<TransactionOfSource>): Compared {
  const { transaction, log, transfer } = ITEM_KINDS
  const itemOf = (read: TransactionOfSource | undefined) => read && transaction.itemsOf(read.item)[0]
  const findings = compareItems(transaction, null, hash, itemOf(one), itemOf(other))
  if (!one || !other) return { findings, cut: [], heads: undefined }
  const parts = [
    compareRows(log, one.logs, other.logs, (item) => field(item, 'index')),
    compareRows(transfer, one.transfers, other.transfers, (item) => field(item, 'log_index')),
  ]
  return {
    findings: [...findings, ...parts.flatMap((part) => part.findings)],
    cut: parts.flatMap((part) => part.cut),
    heads: undefined,
  }
}

function compareAddresses(address: string, [one, other]: Both<AddressOfSource>): Compared {
  const itemOf = (read: AddressOfSource | undefined) => read && { ...read.item, code: read.code }
  const tokensOf = (read: AddressOfSource | undefined): SourceRows<object> =>
    // A source may list what an address no longer holds.
    read?.tokens && { ...read.tokens, rows: read.tokens.rows.filter(({ value }) => value !== '0') }
  const tokens = compareRows(BALANCE, tokensOf(one), tokensOf(other), BALANCE.keyOf)
  return {
    findings: [...compareItems(ADDRESS, null, address, itemOf(one), itemOf(other)), ...tokens.findings],
    cut: tokens.cut,
    heads: [one?.head, other?.head],
  }
}

/** Compares all rows of a list. Undefined rows: the source has no such list. */
function compareRows(
  of: ItemKind,
  one: SourceRows<object>,
  other: SourceRows<object>,
  rowOf: (item: Item) => string,
): Pick<Compared, 'findings' | 'cut'> {
  if (!one || !other) return { findings: [], cut: [] }
  return {
    findings: pairRows(of, one.rows, other.rows).flatMap(({ key, any, item, match }) => {
      // A source of which not all rows were read may have it.
      if ((!item && !one.isWhole) || (!match && !other.isWhole)) return []
      return compareItems(of, rowOf(any), key, item, match)
    }),
    cut: one.isWhole && other.isWhole ? [] : [of.part],
  }
}

/** An item of the first source and its match at the other; one of both may be missing. `any`: one that is there. */
interface PairedItems {
  readonly key: string
  readonly any: Item
  readonly item: Item | undefined
  readonly match: Item | undefined
}

export function pairRows(of: ItemKind, one: readonly object[], other: readonly object[]): PairedItems[] {
  const items = indexRows(of, one)
  const matches = indexRows(of, other)
  const onlyOther = [...matches].filter(([key]) => !items.has(key))
  return [
    ...[...items].map(([key, item]) => ({ key, any: item, item, match: matches.get(key) })),
    ...onlyOther.map(([key, match]) => ({ key, any: match, item: undefined, match })),
  ]
}

/** The items of rows by their key, with `#2`, `#3` for repetitions. */
function indexRows({ keyOf, itemsOf }: ItemKind, rows: readonly object[]): Map<string, Item> {
  const items = new Map<string, Item>()
  const counts = new Map<string, number>()
  const all = itemsOf ? (rows as never[]).flatMap<object>(itemsOf) : rows
  for (const item of all as readonly Item[]) {
    const key = keyOf(item)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    items.set(count === 1 ? key : `${key} #${String(count)}`, item)
  }
  return items
}

/** Compares two items; an undefined one is missing at its source. `name` stands for the whole item. */
export function compareItems(
  { part, rules }: ItemKind,
  row: string | null,
  name: string,
  one: Item | undefined,
  other: Item | undefined,
): Finding[] {
  if (one && other)
    return compareFields(rulesFor(rules, one, other), {
      ...{ part, row, item: one, evidence: other },
      proven: new Set(),
    })
  const place = { part, row, field: null, state: 'differs' } as const
  return [{ ...place, source: one ? cut(name) : null, other: other ? cut(name) : null }]
}

/** What only the market, the moment or the source itself knows differs without being wrong. */
const NOT_COMPARED: ReadonlySet<UncheckedReason> = new Set(['price', 'of_now', 'own'])

function rulesFor(
  rules: Readonly<Record<string, Rule<never>>>,
  one: Item,
  other: Item,
): Record<string, Rule<Item>> {
  const invalid = new Set(invalidFieldsOf(other).map(({ path }) => path[0]))
  const ruleOf = (field: string, rule: Rule<never>): Rule<Item> => {
    if ('apart' in rule) return rule
    const [value, said] = [one[field], other[field]]
    // Tags and decoded parameters have another form in each version of a source.
    const isOwnForm = 'cannot' in rule && (isStructured(value) || isStructured(said))
    if ('cannot' in rule && (NOT_COMPARED.has(rule.cannot) || isOwnForm)) return rule
    if (field === 'method' && isSelector(value) !== isSelector(said)) return { cannot: 'name' }
    const { nullCounts, as } = 'says' in rule ? rule : {}
    const text = isSpawned(value) && isSpawned(said) ? textOf(value) : textOf(said)
    return {
      says: () => (invalid.has(field) || (text === null && !nullCounts) ? undefined : text),
      by: [],
      ...(nullCounts && { nullCounts }),
      ...(as && { as }),
    }
  }
  return Object.fromEntries(Object.entries(rules).map(([field, rule]) => [field, ruleOf(field, rule)]))
}

const isStructured = (value: unknown) => typeof value === 'object' && value !== null
const isSelector = (value: unknown) => typeof value === 'string' && /^0x[0-9a-f]{8}$/i.test(value)
/** Two words for the mint of an NFT. */
const isSpawned = (value: unknown) => value === 'token_spawning' || value === 'token_minting'
