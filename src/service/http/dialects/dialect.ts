/**
 * A dialect writes the API as a server of a certain version does. Readers return items with the present key names; a
 * dialect converts the names, and defines the behaviour of its cursors and queries.
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

/** The conversion of each list's items, and of each detail. */
export interface WireDialect {
  readonly list: Readonly<Record<ListId, Convert>>
  readonly detail: Readonly<Record<DetailId, Convert>>
}

export interface DialectBehaviour {
  /** The meaning of a cursor's `items_count`: all items so far, those of this page, or absent. */
  readonly itemsCount: 'so far' | 'this page' | 'absent'
  /** Whether an unknown query parameter is a 422; otherwise it is ignored. */
  readonly strictQuery: boolean
  /** Whether cursors repeat the filters of the request. */
  readonly echoesFilters: boolean
  /** Whether the `value` of a cursor is a JSON integer; otherwise it is a text. */
  readonly integerValue: boolean
  /** Whether the envelope of a list says that the list is still being prepared. */
  readonly envelopeMeta: boolean
  /** Whether things have the extra fields that explorers' frontends read. */
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

export const dialectWriter = (dialect: Dialect, wire: WireForm): Writer => WRITERS[dialect](wire)

/** The conversions of a dialect: created once per form, used for every item. */
export function wireDialect(dialect: Dialect, wire: WireForm): WireDialect {
  const writer = dialectWriter(dialect, wire)
  return {
    list: mapIds(LIST_IDS, (id) => writer.writeRow(listItem(id))),
    detail: mapIds(DETAIL_IDS, (id) => {
      const item = detailItem(id)
      // An array of a list's first rows is written like the list.
      return item instanceof z.ZodMiniArray ? listOf(writer.writeRow(item.def.element)) : writer.write(item)
    }),
  }
}

const mapIds = <Id extends string, Value>(ids: readonly Id[], value: (id: Id) => Value) =>
  Object.fromEntries(ids.map((id) => [id, value(id)])) as Record<Id, Value>
