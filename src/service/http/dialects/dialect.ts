/**
 * A dialect: how a server of some age writes the same API. Readers give items in the present key names; a dialect writes
 * them in its own, and says how its cursors and its queries behave.
 */
import * as z from 'zod/mini'
import type { Dialect } from '#shared/lists/dialects.ts'
import { detailItem } from '#shared/lists/detail-items.ts'
import { DETAIL_IDS, type DetailId } from '#shared/lists/detail-table.ts'
import { listItem } from '#shared/lists/list-items.ts'
import { LIST_IDS, type ListId } from '#shared/lists/list-table.ts'
import { legacyWriter } from './legacy.ts'
import { specWriter } from './spec.ts'
import { v11Writer } from './v11.ts'
import { v12Writer } from './v12.ts'
import type { WireForm } from './wire-form.ts'
import { type Convert, listOf, type Writer } from './writer.ts'

/** How the items of each list, and each detail, are written. */
export interface WireDialect {
  readonly list: Readonly<Record<ListId, Convert>>
  readonly detail: Readonly<Record<DetailId, Convert>>
}

export interface DialectBehaviour {
  /** What `items_count` of a cursor says: all items so far, those of this page, or it is in no cursor. */
  readonly itemsCount: 'so far' | 'this page' | 'absent'
  /** An unknown query parameter is a 422, or it is ignored. */
  readonly strictQuery: boolean
  /** Cursors repeat the filters of the request. */
  readonly echoesFilters: boolean
  /** The `value` of a cursor is a JSON integer, or a text. */
  readonly integerValue: boolean
  /** A list that is still being prepared says so in its envelope. */
  readonly envelopeMeta: boolean
  /** Things have what frontends of explorers read of them besides. */
  readonly isOfExplorers: boolean
}

export const BEHAVIOURS: Readonly<Record<Dialect, DialectBehaviour>> = {
  spec: {
    itemsCount: 'so far',
    strictQuery: false,
    echoesFilters: false,
    integerValue: true,
    envelopeMeta: false,
    isOfExplorers: false,
  },
  legacy: {
    itemsCount: 'so far',
    strictQuery: false,
    echoesFilters: true,
    integerValue: true,
    envelopeMeta: false,
    isOfExplorers: false,
  },
  v11: {
    itemsCount: 'this page',
    strictQuery: true,
    echoesFilters: false,
    integerValue: false,
    envelopeMeta: false,
    isOfExplorers: false,
  },
  v12: {
    itemsCount: 'absent',
    strictQuery: true,
    echoesFilters: false,
    integerValue: false,
    envelopeMeta: true,
    isOfExplorers: true,
  },
}

const WRITERS: Readonly<Record<Dialect, (wire: WireForm) => Writer>> = {
  spec: specWriter,
  legacy: legacyWriter,
  v11: v11Writer,
  v12: v12Writer,
}

/** The conversions of a dialect; made once for a form, used for every item. */
export function wireDialect(dialect: Dialect, wire: WireForm): WireDialect {
  const writer = WRITERS[dialect](wire)
  return {
    list: mapIds(LIST_IDS, (id) => writer.writeRow(listItem(id))),
    detail: mapIds(DETAIL_IDS, (id) => {
      const item = detailItem(id)
      // The beginning of a list has that list's rows.
      return item instanceof z.ZodMiniArray ? listOf(writer.writeRow(item.def.element)) : writer.write(item)
    }),
  }
}

const mapIds = <Id extends string, Value>(ids: readonly Id[], value: (id: Id) => Value) =>
  Object.fromEntries(ids.map((id) => [id, value(id)])) as Record<Id, Value>
