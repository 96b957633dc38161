/**
 * A dialect: how a server of some age writes the same API. Readers give items in the present key names; a dialect turns
 * them into its own words, and says how its cursors and its queries behave.
 */
import type { DetailId } from '#shared/lists/detail-table.ts'
import type { Dialect } from '#shared/lists/dialects.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import { legacyResources } from './legacy.ts'
import type { Convert } from './shape.ts'
import { specResources } from './spec.ts'
import { v11Resources } from './v11.ts'
import { v12Resources } from './v12.ts'

/** `instance`: `/api/v2/...`; `pro`: `/{chain_id}/api/v2/...`. */
export type Form = 'instance' | 'pro'

export interface WireForm {
  readonly form: Form
  /** Before a `/media/...` path of the reader, so that it is a URL. */
  readonly origin: string
}

/** A conversion for each resource, in the places where dialects differ. */
export interface Resources {
  readonly transfer: Convert
  readonly balance: Convert
  readonly internalTransaction: Convert
  readonly stateChange: Convert
  readonly listedInstance: Convert
  readonly ownedInstance: Convert
  readonly instance: Convert
  readonly block: Convert
  readonly listedTransaction: Convert
  readonly transaction: Convert
  readonly withdrawal: Convert
  readonly address: Convert
  readonly counters: Convert
  readonly token: Convert
}

export interface WireDialect {
  readonly list: Readonly<Record<ListId, Convert>>
  readonly detail: Readonly<Record<DetailId, Convert>>
}

export interface Manners {
  /** What `items_count` of a cursor says: all items so far, those of this page, or it is in no cursor. */
  readonly itemsCount: 'so far' | 'this page' | 'absent'
  /** An unknown query parameter is a 422, or it is ignored. */
  readonly strictQuery: boolean
  /** Cursors repeat the filters of the request. */
  readonly echoesFilters: boolean
  /** The `value` of a token balance's cursor is a JSON integer, or a text. */
  readonly integerValue: boolean
  /** A list that is still being prepared says so in its envelope. */
  readonly envelopeMeta: boolean
}

export const MANNERS: Readonly<Record<Dialect, Manners>> = {
  spec: {
    itemsCount: 'so far',
    strictQuery: false,
    echoesFilters: false,
    integerValue: true,
    envelopeMeta: false,
  },
  legacy: {
    itemsCount: 'so far',
    strictQuery: false,
    echoesFilters: true,
    integerValue: true,
    envelopeMeta: false,
  },
  v11: {
    itemsCount: 'this page',
    strictQuery: true,
    echoesFilters: false,
    integerValue: false,
    envelopeMeta: false,
  },
  v12: {
    itemsCount: 'absent',
    strictQuery: true,
    echoesFilters: false,
    integerValue: false,
    envelopeMeta: true,
  },
}

const RESOURCES: Readonly<Record<Dialect, (wire: WireForm) => Resources>> = {
  spec: specResources,
  legacy: legacyResources,
  v11: v11Resources,
  v12: v12Resources,
}

/** The conversions of a dialect; made once for a form, used for every item. */
export function wireDialect(dialect: Dialect, wire: WireForm): WireDialect {
  const resources = RESOURCES[dialect](wire)
  return {
    list: {
      'token-transfers': resources.transfer,
      'address-tokens': resources.balance,
      'address-internal-transactions': resources.internalTransaction,
      'transaction-state-changes': resources.stateChange,
      'token-transfers-of-token': resources.transfer,
      'token-instances': resources.listedInstance,
      'address-blocks-validated': resources.block,
      'address-transactions': resources.listedTransaction,
      'address-nfts': resources.ownedInstance,
      'address-withdrawals': resources.withdrawal,
    },
    detail: {
      transaction: resources.transaction,
      address: resources.address,
      'address-counters': resources.counters,
      token: resources.token,
      'token-instance': resources.instance,
    },
  }
}
