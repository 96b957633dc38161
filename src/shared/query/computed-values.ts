/** Values for sorting that no word of the language has: each is computed from several members of an item. */
import type { AddressRef } from '../chain/address.ts'
import { namesOnChain } from '../chain/address-names.ts'
import type { Block } from '../chain/block.ts'
import { nftName } from '../chain/nft-name.ts'
import type { SearchItem } from '../chain/search.ts'
import type { Token } from '../chain/token.ts'
import type { StateChange, Transaction } from '../chain/transaction.ts'
import type { Resource } from '../lists/list-endpoint.ts'
import { searchName } from '../lists/named-lists.ts'
import { ownersOf, type HoldingPart } from '../lists/merged-lists.ts'
import { plainName } from '../text/hostile-text.ts'
import { formatAmount } from '../units.ts'
import { rowFields, type RowContext } from './row-fields.ts'
import { addressName, firstOf, worthOf } from './sort-names.ts'
import { amountOf, wholeOf, type ReadValue } from './sort-values.ts'

export const COMPUTED_FIELDS = [
  /** The name of an NFT or of a search result. */
  'name',
  /** The symbol of a token, and its name or the best substitute. */
  'symbol',
  'token_name',
  'supply',
  /** A balance before a transaction, after it, and the difference. */
  'before',
  'after',
  'change',
  /** The sum of all rewards of a block. */
  'reward',
  'event',
  /** The value by the price of the coin at the time, and by its present price. */
  'value_then',
  'value_now',
  /** For merged lists: the addresses that the row belongs to. */
  'owners',
] as const
export type ComputedField = (typeof COMPUTED_FIELDS)[number]

type Maybe<T> = T | null | undefined
type Readers = Readonly<Partial<Record<ComputedField, ReadValue>>>

/** Returns undefined if the rows do not have the value. */
export function computedValue(resource: Resource, by: string, context: RowContext): ReadValue | undefined {
  const { tokens, methodHash } = rowFields(resource)
  const of: Readers = {
    ...OF_RESOURCE[resource]?.(context),
    ...(tokens && {
      symbol: (item) => firstOf(tokens(item, context), (token) => token?.symbol?.toLowerCase()),
      token_name: (item) => firstOf(tokens(item, context), (token) => token && fullTokenName(token)),
    }),
    ...(methodHash && { event: (item) => eventName(resource, item, context) }),
    owners: (item) => ownerNames(resource, item, context),
  }
  return of[by as ComputedField]
}

const firstText = (...texts: readonly Maybe<string>[]) => texts.find((text) => text != null && text !== '')

/** The token's name, if `tokenName` has its symbol. */
export const fullTokenName = ({
  symbol,
  name,
  address_hash: hash,
}: Pick<Token, 'address_hash' | 'symbol' | 'name'>): string => (firstText(name, symbol) ?? hash).toLowerCase()

/**
 * The event's signature if it is known locally or the source decoded it; else its hash. A window that has read the
 * contract's ABI may know more events by name.
 */
export const eventText = (
  hash: string | undefined,
  method: Maybe<string>,
  { eventName: nameOf }: Pick<RowContext, 'eventName'>,
): string | undefined => firstText(hash === undefined ? hash : nameOf?.(hash), method, hash)?.toLowerCase()

function eventName(resource: Resource, item: object, context: RowContext) {
  const { method, methodHash } = rowFields(resource)
  return eventText(methodHash?.(item) ?? undefined, method?.(item, context), context)
}

const OF_RESOURCE: Readonly<Partial<Record<Resource, (context: RowContext) => Readers>>> = {
  nft: () => ({ name: (item) => nftName(item)?.toLowerCase() }),
  'search-result': () => ({
    name: (item) => foundName(item as SearchItem).toLowerCase() || undefined,
    symbol: (item) => (item as SearchItem).symbol?.toLowerCase(),
  }),
  token: () => ({
    supply: (item) => {
      const { total_supply: supply, decimals } = item as Token
      return amountOf(supply, decimals)
    },
  }),
  block: () => ({ reward: (item) => totalReward(item as Block) }),
  transaction: ({ coin: { decimals } }) => {
    const worth = (item: Transaction, price: Maybe<string>) =>
      item.value == null ? undefined : worthOf({ raw: item.value, decimals, price })
    return {
      value_then: (item) => worth(item as Transaction, (item as Transaction).historic_exchange_rate),
      value_now: (item) => worth(item as Transaction, (item as Transaction).exchange_rate),
    }
  },
  'state-change': ({ coin }) => {
    const balance = (read: (item: StateChange) => Maybe<string>): ReadValue => {
      return (one) => {
        const item = one as StateChange
        return amountOf(read(item), item.token ? item.token.decimals : coin.decimals)
      }
    }
    return {
      before: balance((item) => item.balance_before),
      after: balance((item) => item.balance_after),
      change: balance(changedBy),
    }
  },
}

/** The name of a search result. A block has no name of its own. */
const foundName = (item: SearchItem) =>
  plainName(searchName(item) ?? '') ||
  plainName(item.symbol ?? '') ||
  (item.block_number == null ? '' : `Block ${item.block_number}`)

/** The sum of a block's rewards, in wei. */
export function totalReward({ rewards }: Block): bigint | undefined {
  const known = (rewards ?? []).map(({ reward }) => wholeOf(reward)).filter((reward) => reward !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, reward) => sum + reward, 0n)
}

/** The signed change. For NFTs that moved, the number that came minus the number that went. */
export function changedBy({ change }: StateChange): string | undefined {
  if (change == null || typeof change === 'string') return change ?? undefined
  return String(
    change.reduce((sum, { direction }) => sum + (direction === 'to' ? 1 : direction === 'from' ? -1 : 0), 0),
  )
}

interface Held {
  readonly token?: Maybe<Pick<Token, 'decimals' | 'type'>>
}

function ownerNames(resource: Resource, item: object, context: RowContext): string | undefined {
  const { of = [], parts } = ownersOf(item) ?? {}
  const { from, to } = rowFields(resource)
  const sides = [from?.(item), to?.(item)] as const
  const partOf = (owner: string) => {
    const part = parts?.find(({ address }) => address === owner)
    return part ? amountHeld(item, part) : ''
  }
  return ownersText(of, sides, context, partOf)
}

/** One address's amount of a holding; empty for a single NFT, or if unknown. */
function amountHeld({ token }: Held, { value }: HoldingPart): string {
  return value === null || token?.type === 'ERC-721' ? '' : ` ${formatAmount(value, token?.decimals ?? 0)}`
}

/**
 * The owners of a row by their names in the row: the sender first, the others in the order of the members. `of` is in
 * lower case.
 */
export function ownersText(
  of: readonly string[],
  [sender, receiver]: readonly [sender: Maybe<AddressRef>, receiver: Maybe<AddressRef>],
  { labels, ownAddresses }: Pick<RowContext, 'labels' | 'ownAddresses'>,
  partOf: (owner: string) => string = () => '',
): string | undefined {
  if (of.length === 0) return undefined
  const isOf = (party: Maybe<AddressRef>, owner: string) => party?.hash.toLowerCase() === owner
  const members = [...(ownAddresses ?? [])]
  const placeOf = (owner: string) => (isOf(sender, owner) ? -1 : members.indexOf(owner))
  return of
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((owner) => {
      const party = isOf(sender, owner) ? sender : isOf(receiver, owner) ? receiver : undefined
      return addressName(owner, party ? namesOnChain(party)[0] : undefined, { labels }) + partOf(owner)
    })
    .join(', ')
}
