/** Compares items of two sources of one chain, field by field. Neither is proven. */
import { invalidFieldsOf } from '#shared/chain/invalid-fields.ts'
import type { CheckedResource } from '#shared/check/checked-rows.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import type { CheckPart, Finding, UncheckedReason } from '#shared/rpc/contract/check.ts'
import { ADDRESS_RULES, BALANCE_RULES, balanceKey } from './check-address.ts'
import { BLOCK_RULES } from './check-block.ts'
import { compareFields, cut, textOf, type Rule } from './compare-fields.ts'
import { flatTransfers, LOG_RULES, TRANSFER_RULES } from './event-rules.ts'
import { TRANSACTION_RULES } from './transaction-rules.ts'

export type Item = Readonly<Record<string, unknown>>

/** How rows of one kind are compared. */
export interface ItemKind {
  readonly part: CheckPart
  readonly rules: Readonly<Record<string, Rule<never>>>
  /** Identifies an item at both sources. */
  readonly keyOf: (item: Item) => string
  /** The items that a row stands for, if not the row itself: it may be several rows of the other source. */
  readonly itemsOf?: (row: never) => readonly object[]
  /**
   * Pairs items that have the same key: those with the same text here, best text first, then those at the same
   * position.
   */
  readonly alike?: readonly ((item: Item) => string)[]
  /** Whether another source may rightly lack the item. */
  readonly isOptional?: (item: Item) => boolean
}

export const field = (item: Item, name: string) => textOf(item[name])?.toLowerCase() ?? ''

const COMMON_TOKENS: ReadonlySet<string> = new Set(['ERC-20', 'ERC-721', 'ERC-1155'])

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
    keyOf: (item) => `${field(item, 'transaction_hash')} ${field(item, 'log_index')}`,
    itemsOf: flatTransfers,
    // Sources give the transfers of a batch in another order, and the id of a plain amount as 0 or not at all.
    alike: [
      (item) => `${field(item, 'total.token_id')} ${field(item, 'total.value')}`,
      (item) => field(item, 'total.token_id'),
      (item) => field(item, 'total.value'),
    ],
    // Only some sources list deposits of wrapped coins, which come from or go to nobody, and rarer standards.
    isOptional: (item) =>
      !COMMON_TOKENS.has(String(item.token_type)) ||
      [field(item, 'from'), field(item, 'to')].includes(ZERO_ADDRESS),
  },
} as const satisfies Readonly<Record<CheckedResource, ItemKind>>

export const ADDRESS: ItemKind = {
  part: 'address',
  rules: ADDRESS_RULES,
  keyOf: (item) => field(item, 'hash'),
}
export const BALANCE: ItemKind = {
  part: 'token-balance',
  rules: BALANCE_RULES,
  keyOf: (item) => balanceKey(item as never).toLowerCase(),
}

/** An item of the first source and its match at the other; one of both may be missing. `any`: one that is there. */
interface PairedItems {
  readonly key: string
  readonly any: Item
  readonly item: Item | undefined
  readonly match: Item | undefined
}

/** The items that the rows of a list stand for. */
export const itemsOf = ({ itemsOf }: ItemKind, rows: readonly object[]): readonly Item[] =>
  (itemsOf ? (rows as never[]).flatMap<object>(itemsOf) : rows) as readonly Item[]

export function pairItems(of: ItemKind, one: readonly Item[], other: readonly Item[]): PairedItems[] {
  const matches = Map.groupBy(other, of.keyOf)
  const pairs = [...Map.groupBy(one, of.keyOf)].flatMap(([key, items]) => {
    const left = matches.get(key) ?? []
    matches.delete(key)
    return pairOfKey(of, key, items, left)
  })
  const onlyOther = [...matches].flatMap(([key, items]) => pairOfKey(of, key, [], items))
  return [...pairs, ...onlyOther]
}

function pairOfKey(
  { alike = [] }: ItemKind,
  key: string,
  items: readonly Item[],
  others: readonly Item[],
): PairedItems[] {
  const found = new Map<Item, Item>()
  const left = new Set(others)
  for (const textOf of [...alike, () => '']) {
    const waiting = Map.groupBy([...left].toReversed(), textOf)
    for (const item of items) {
      const match = found.has(item) ? undefined : waiting.get(textOf(item))?.pop()
      if (!match) continue
      found.set(item, match)
      left.delete(match)
    }
  }
  return [
    ...items.map((item) => ({ key, any: item, item, match: found.get(item) })),
    ...[...left].map((match) => ({ key, any: match, item: undefined, match })),
  ]
}

/** Compares two items; an undefined one is missing at its source. `name` stands for the whole item. */
export function compareItems(
  { part, rules, isOptional }: ItemKind,
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
  const place = { part, row, field: null, source: one ? cut(name) : null }
  const item = one ?? other
  if (item && isOptional?.(item)) return [{ ...place, state: 'unchecked', reason: 'own' }]
  return [{ ...place, state: 'differs', other: other ? cut(name) : null }]
}

/** Fields that depend on the market, the moment or the source may differ without being wrong. */
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
    const reason = UNEQUAL_BUT_RIGHT[field]?.(one, other)
    if (reason) return { cannot: reason }
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

/** Fields that sources give in different ways, and when such a difference says nothing. */
const UNEQUAL_BUT_RIGHT: Readonly<
  Record<string, (one: Item, other: Item) => UncheckedReason | false | undefined>
> = {
  method: (one, other) => isSelector(one.method) !== isSelector(other.method) && 'name',
  // Words for a failure, and for a transaction of which not all is known yet.
  result: (one, other) =>
    one.result !== other.result &&
    (one.result !== 'success' || isUnfinished(other.result)) &&
    (other.result !== 'success' || isUnfinished(one.result)) &&
    'own',
  revert_reason: (one, other) => one.revert_reason !== other.revert_reason && 'trace',
  // Sources differ about an account that delegates to a contract (EIP-7702).
  is_contract: (one, other) => one.is_contract !== other.is_contract && 'own',
  token_type: (one, other) => [one.token_type, other.token_type].includes('ERC-404') && 'own',
}
const isUnfinished = (result: unknown) => typeof result === 'string' && /await|pending/.test(result)

const isStructured = (value: unknown) => typeof value === 'object' && value !== null
const isSelector = (value: unknown) => typeof value === 'string' && /^0x[0-9a-f]{8}$/i.test(value)
/** Two words for the mint of an NFT. */
const isSpawned = (value: unknown) => value === 'token_spawning' || value === 'token_minting'
