/** Compares what two sources of one chain say of a transaction, block or address. Neither is proven. */
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { CheckedThing, CheckPart, Finding } from '#shared/rpc/contract/check.ts'
import type { AddressOfSource } from './check-address.ts'
import type { SourceRows } from './checked.ts'
import {
  ADDRESS,
  BALANCE,
  compareItems,
  field,
  ITEM_KINDS,
  itemsOf,
  pairItems,
  type Item,
  type ItemKind,
} from './compare-items.ts'
import type { SourceReader } from './source-reader.ts'

export interface Compared {
  readonly findings: readonly Finding[]
  readonly cut: readonly CheckPart[]
  /** The newest block of each source, where what they say may differ by what happened between them. */
  readonly heads: readonly [number | undefined, number | undefined] | undefined
}

/** Rejects with `ChainglassFailure`: `not_found` if neither source has it. */
export async function compareThing(
  readers: readonly [SourceReader, SourceReader],
  thing: CheckedThing,
): Promise<Compared> {
  switch (thing.kind) {
    case 'transaction':
      return compareTransactions(readers, thing.hash)
    case 'block': {
      const [one, other] = await readBoth(readers, (reader) => reader.block(thing.block))
      const [item, match] = [one?.item, other?.item] as readonly (Item | undefined)[]
      if (!item || !match) return missingAtOne(readers, ITEM_KINDS.block, thing.block, item, match)
      return {
        findings: compareItems(ITEM_KINDS.block, null, thing.block, item, match),
        cut: [],
        heads: undefined,
      }
    }
    case 'address':
      return compareAddresses(thing.address, await readBoth(readers, (one) => one.address(thing.address)))
  }
}

type Both<T> = readonly [T | undefined, T | undefined]

/** Reads from both sources; undefined for a source that does not have it. */
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

async function compareTransactions(
  readers: readonly [SourceReader, SourceReader],
  hash: string,
): Promise<Compared> {
  const { transaction, log, transfer } = ITEM_KINDS
  const [one, other] = await readBoth(readers, (reader) => reader.transaction(hash))
  const [item, match] = [one, other].map((read) => read && transaction.itemsOf(read.item)[0])
  if (!one || !other) return missingAtOne(readers, transaction, hash, item, match)
  // Where it is in no block yet, only what was signed can be compared.
  if ((one.item.block_number == null) !== (other.item.block_number == null))
    return {
      findings: compareItems(transaction, null, hash, signedOf(item), signedOf(match)),
      cut: ['log', 'token-transfer'],
      heads: await headsOf(readers),
    }
  const findings = compareItems(transaction, null, hash, item, match)
  const parts = [
    compareRows(log, one.logs, other.logs, (row) => field(row, 'index')),
    compareRows(transfer, one.transfers, other.transfers, (row) => field(row, 'log_index')),
  ]
  return {
    findings: [...findings, ...parts.flatMap((part) => part.findings)],
    cut: parts.flatMap((part) => part.cut),
    heads: undefined,
  }
}

const SIGNED = ['hash', 'from', 'to', 'value', 'nonce', 'gas_limit', 'type', 'raw_input'] as const

function signedOf(item: Item | undefined): Item | undefined {
  if (!item) return undefined
  // Null would say that it is in no block, or has made no contract.
  return {
    ...Object.fromEntries(SIGNED.map((name) => [name, item[name]])),
    block_number: null,
    created_contract: null,
  }
}

const headsOf = (readers: readonly [SourceReader, SourceReader]) =>
  Promise.all([readers[0].head(), readers[1].head()])

/** Only one has it: the other may not have come to its block yet. */
async function missingAtOne(
  readers: readonly [SourceReader, SourceReader],
  kind: ItemKind,
  name: string,
  item: object | undefined,
  match: object | undefined,
): Promise<Compared> {
  const there = (item ?? match ?? {}) as Item
  const heads = await headsOf(readers)
  const height = Number(there.block_number ?? there.height ?? NaN)
  const head = item ? heads[1] : heads[0]
  if (head !== undefined && height <= head)
    return {
      findings: compareItems(kind, null, name, item as Item, match as Item),
      cut: [],
      heads: undefined,
    }
  const place = { part: kind.part, row: null, field: null, source: item ? name : null }
  return { findings: [{ ...place, state: 'unchecked', reason: 'of_now' }], cut: [], heads }
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
    findings: pairItems(of, itemsOf(of, one.rows), itemsOf(of, other.rows)).flatMap(
      ({ key, any, item, match }) => {
        // A source of which not all rows were read may have it.
        if ((!item && !one.isWhole) || (!match && !other.isWhole)) return []
        return compareItems(of, rowOf(any), key, item, match)
      },
    ),
    cut: one.isWhole && other.isWhole ? [] : [of.part],
  }
}
