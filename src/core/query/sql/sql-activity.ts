/** Times of matching rows, from the time column, and from rows that the columns do not decide. */
import { activityOf } from '#shared/query/activity.ts'
import { rowFields } from '#shared/query/row-fields.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { RowActivity } from '#shared/rpc/contract/rows.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { UNSURE } from '../../rows/item-columns.ts'
import type { YieldIfDue } from '../time-slices.ts'
import { hasFlag } from './compile-sql.ts'
import { isPicked } from './picked-rows.ts'
import { eachColumns, type Column } from './read-columns.ts'
import { bodyOfId, hasRowsToRead, ITEM_ID, numberOfId, type ReadBody } from '../rows-reader.ts'
import type { SqlView } from './sql-view.ts'

const TIME: Column = { sql: 'time', values: [] }
/** The id of a row whose columns are incomplete; else 0. */
const UNSURE_ID: Column = {
  sql: `CASE WHEN ${hasFlag(UNSURE)} THEN ${ITEM_ID} ELSE 0 END`,
  values: [],
  isRare: true,
}
const NONE = new Float64Array(0)

/** Undefined if a row is gone meanwhile. */
export async function sqlActivity(
  database: Database,
  view: SqlView,
  kind: Resource,
  readBody: ReadBody,
  yieldIfDue: YieldIfDue,
): Promise<RowActivity | undefined> {
  const timeOf = rowFields(kind).time
  const times = new Float64Array(view.count)
  let dated = 0
  for (const { list, condition, picked, read } of view.found) {
    const ids = new Set(read)
    eachColumns(
      database,
      list,
      {
        where: condition.sure,
        picked,
        columns: hasRowsToRead(database, list.list.id) ? [TIME, UNSURE_ID] : [TIME],
      },
      ({ columns: [own = NONE, unsure = NONE], count }) => {
        for (let row = 0; row < count; row += 1) {
          const id = unsure[row] ?? 0
          const time = own[row] ?? -1
          if (id > 0) ids.add(id)
          else if (time >= 0) times[dated++] = time
        }
      },
    )
    await yieldIfDue()
    for (const id of ids) {
      if (!isPicked(picked, id)) continue
      const row = readBody({ id: bodyOfId(id) })?.[numberOfId(id)]
      if (!row) return undefined
      const time = row.item === undefined ? NaN : Date.parse(timeOf?.(row.item as object) ?? '')
      if (!Number.isNaN(time)) times[dated++] = time
      await yieldIfDue()
    }
  }
  return { activity: activityOf(times.subarray(0, dated)) ?? null, undated: view.count - dated }
}
