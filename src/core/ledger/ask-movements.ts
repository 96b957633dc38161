/** Turns a query in the filter language into a filter of movements. */
import { checkQuery } from '#shared/query/check-query.ts'
import { compileQuery } from '#shared/query/compile-query.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import type { QueriedMovement, RowContext } from '#shared/query/row-fields.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { labelsOn } from '#shared/watch/watch-labels.ts'
import { joined, UNKNOWN } from '../query/sql/compile-sql.ts'
import type { Sources } from '../sources/sources.ts'
import type { LedgerName } from './create-ledgers.ts'
import type { Ledger } from './ledger.ts'
import { movementSql } from './movement-sql.ts'
import type { MovementFilter } from './kept/movement-filter.ts'

export interface LedgerMovementsQuery extends LedgerName {
  readonly query?: string | undefined
  readonly zone?: RowContext['zone'] | undefined
}

/** Returns undefined for an empty query. Throws `invalid_input` for a query that movements do not support. */
export type MovementQueryOf = (asked: LedgerMovementsQuery, ledger: Ledger) => MovementFilter | undefined

type Label = Pick<WatchedAddress, 'address' | 'label' | 'chainId'>

/** `labels` returns the same array until a label changes; the results are cached by it. */
export function createMovementQueries(
  sources: Pick<Sources, 'get'>,
  labels: () => readonly Label[],
): MovementQueryOf {
  let known = labels()
  let version = 0
  return ({ source, address, query: text = '', zone = 'utc' }, ledger) => {
    const { query, errors } = parseQuery(text)
    const own = address.toLowerCase()
    if (errors.length > 0 || (query && checkQuery(query, 'movement', { ownAddress: own }).length > 0))
      throw invalidInput('query', 'unexpected_input')
    if (!query) return undefined
    if (labels() !== known) {
      known = labels()
      version += 1
    }
    const { coin, chainId } = sources.get(source)
    const context = { ownAddress: own, ownToken: undefined, coin, labels: labelsOn(known, chainId), zone }
    const fits = compileQuery(query, 'movement', context)
    return {
      key: JSON.stringify(['query', version, zone, text]),
      condition: (reader) =>
        movementSql(query, { reader, context, own, tokenOf: (id) => ledger.assetOf(id).token }),
      passes: ({ amount, asset, counterparty, nft, rule, block, time, transaction }) =>
        fits({
          own: { hash: own },
          counterparty,
          amount: String(amount),
          token: ledger.assetOf(asset).token,
          nft,
          rule,
          block,
          time,
          transaction,
        } satisfies QueriedMovement),
    }
  }
}

/** A filter that passes movements which pass both. */
export function bothOf(one: MovementFilter, other: MovementFilter | undefined): MovementFilter
export function bothOf(
  one: MovementFilter | undefined,
  other: MovementFilter | undefined,
): MovementFilter | undefined
export function bothOf(
  one: MovementFilter | undefined,
  other: MovementFilter | undefined,
): MovementFilter | undefined {
  if (!one || !other) return one ?? other
  return {
    key: JSON.stringify([one.key, other.key]),
    passes: (movement) => one.passes(movement) && other.passes(movement),
    condition: (reader) =>
      joined(
        [one, other].map(({ condition }) => condition?.(reader) ?? UNKNOWN),
        'AND',
      ),
  }
}
