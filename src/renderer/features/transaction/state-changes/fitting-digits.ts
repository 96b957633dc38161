/** How many digits after the point the amounts of the state changes have room for. */
import { shortenAmount } from '#shared/units.ts'
import type { BalanceChange, ChangeGroup } from './state-change-groups.ts'

/** The most that coins have, down to what is told of any amount. */
const CHOICES = [18, 12, 9] as const
const MIN_DIGITS = 6
const CHARACTER_PX = 8
const CELL_PADDING = 14
/** The asset with its indent, and the bar. */
const OTHER_COLUMNS = 330
/** A collection and an id are longer than a symbol. */
const NFT_NAME = 100

export function fittingDigits(groups: readonly ChangeGroup[], width: number): number {
  const changes = groups.flatMap((group) => group.changes)
  return CHOICES.find((digits) => widthOf(changes, digits) <= width) ?? MIN_DIGITS
}

function widthOf(changes: readonly BalanceChange[], digits: number): number {
  const longest = (amountOf: (change: BalanceChange) => bigint | undefined) =>
    Math.max(0, ...changes.map((change) => lengthOf(amountOf(change), change.asset.decimals, digits)))
  const others = OTHER_COLUMNS + (changes.some(({ asset }) => asset.kind === 'nft') ? NFT_NAME : 0)
  const lengths = [
    longest(({ before }) => before),
    longest(({ after }) => after),
    longest(({ change }) => change) + 1,
  ]
  return lengths.reduce((sum, length) => sum + length * CHARACTER_PX + CELL_PADDING, others)
}

function lengthOf(
  amount: bigint | undefined,
  decimals: string | number | null | undefined,
  digits: number,
): number {
  const shown = amount === undefined ? undefined : shortenAmount(amount, decimals, { digits })
  if (!shown) return 1
  // Counted zeros stand in the room of three digits.
  const zeros = shown.zeros === 0 ? 0 : 4
  return shown.sign.length + shown.whole.length + zeros + shown.fraction.length + (shown.exact ? 0 : 1)
}
