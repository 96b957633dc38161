/** Positions of the gaps of lists among the found rows. */
import { countUntil } from '../count-until.ts'
import type { BodyPlace } from '../lists-in-scope.ts'
import { gapsIn, type PositionedGap } from '../view.ts'
import type { JoinedRows } from './merge-in-chain-order.ts'
import { placeIn, type FoundInList } from './sql-view.ts'

/**
 * The gaps with the number of rows above them. Of several lists as one, also positions where one is loaded less far down
 * than the others.
 */
export function gapsOf(found: readonly FoundInList[], rows: JoinedRows): readonly PositionedGap[] {
  const [one] = found
  if (found.length === 1 && one) return gapsIn(one.list, (above) => countDownTo(one, above))
  const placed = found.flatMap((own) => {
    const beforeOf = (above: BodyPlace) => placeInMerged(found, rows, own, above)
    const last = own.list.directory.bodies.at(-1)
    const end =
      last?.after === 'gap' ? [{ list: own.list, above: last, below: undefined, before: beforeOf(last) }] : []
    return [...gapsIn(own.list, beforeOf), ...end.filter(({ before }) => before < rows.count)]
  })
  return placed.sort((gap, other) => gap.before - other.before)
}

/** Number of found rows above the end of a body. */
const countDownTo = ({ list, ids }: FoundInList, { start, count }: BodyPlace) =>
  countUntil(ids.length, (at) => {
    const place = placeIn(list, ids[at])
    return place === undefined || place.body.start + place.row >= start + count
  })

/**
 * Number of rows above a gap of one list: all in higher blocks, and those in its block down to the last one of its own
 * list.
 */
function placeInMerged(
  found: readonly FoundInList[],
  { count, listOf, rowOf }: JoinedRows,
  own: FoundInList,
  above: BodyPlace,
): number {
  const block = above.bottom ?? 0
  const heightAt = (at: number) => found[listOf?.[at] ?? 0]?.heights?.[rowOf?.[at] ?? at] ?? 0
  const end = countDownTo(own, above)
  const start = countUntil(end, (at) => (own.heights?.[at] ?? 0) <= block)
  const last = new Set(own.identities?.subarray(start, end))
  let before = countUntil(count, (at) => heightAt(at) <= block)
  for (let at = before; at < count && heightAt(at) === block; at += 1)
    if (last.has(found[listOf?.[at] ?? 0]?.identities?.[rowOf?.[at] ?? at] ?? -1)) before = at + 1
  return before
}
