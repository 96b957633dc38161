/** Widths of the table of changes: no number is cut, and as many digits are shown as fit. */
import { shortenAmount, type ShownAmount } from '#shared/units.ts'
import { COLUMN_GAP, ROW_PADDING } from '#renderer/ui/grid/column-widths.ts'
import { shownBalances } from './balances.ts'
import type { ChangeGroup } from '../state-change-groups.ts'

/** Number of decimals shown. */
interface Digits {
  readonly change: number
  readonly balance: number
}

/** Width of a column's numbers before and after the decimal point, in px at the usual text size. */
interface PointRoom {
  readonly whole: number
  readonly fraction: number
}

export interface ChangesLayout {
  /** True if each change has two lines, below its address. */
  readonly isNarrow: boolean
  readonly hasBars: boolean
  /** Minimum width of the asset's column, in px. */
  readonly asset: number
  readonly digits: Digits
  readonly change: PointRoom
  readonly balance: PointRoom
}

/** Digits tried first: the most that coins have, */
const MOST: Digits = { change: 18, balance: 6 }
/** and then fewer, down to a minimum for any amount. */
const FEWER: readonly Digits[] = [
  { change: 12, balance: 6 },
  { change: 9, balance: 6 },
  { change: 6, balance: 6 },
  { change: 6, balance: 4 },
  { change: 4, balance: 2 },
]
const REM = 16
const WITH_BARS = 62 * REM
const ONE_LINE = 44 * REM
export const WHO = { wide: 200, narrow: 172 } as const
const ASSET = { wide: 128, narrow: 96 } as const
/** Widths of an NFT in px: its picture with the spaces, some letters of its collection, and a character of its id. */
const NFT = { picture: 41, name: 62, character: 7.5 } as const
export const BAR = 64
export const ARROW = 26
/** Width of a digit in px: the change is bold, balances are smaller. */
const CHANGE_DIGIT = 8.7
const BALANCE_DIGIT = 7.75

/** Lays out the table. `width`: of the table, in px at the usual text size; 0 while it is not known. */
export function layOutChanges(groups: readonly ChangeGroup[], width: number): ChangesLayout {
  const changes = groups.flatMap((group) => group.changes)
  const hasBars = width === 0 || width >= WITH_BARS
  const asset = Math.max(
    ASSET[hasBars ? 'wide' : 'narrow'],
    ...changes.flatMap(({ asset: { shortId } }) =>
      shortId === undefined ? [] : [Math.ceil(NFT.picture + NFT.name + NFT.character * shortId.length)],
    ),
  )
  const layOut = (digits: Digits): ChangesLayout => ({
    isNarrow: false,
    hasBars,
    asset,
    digits,
    change: roomOf(
      changes.map((change) => shownChange(change.change, change.asset.decimals, digits.change)),
      CHANGE_DIGIT,
    ),
    balance: roomOf(
      changes.flatMap((change) => shownBalances(change, digits.balance)),
      BALANCE_DIGIT,
    ),
  })
  if (width === 0) return layOut(MOST)
  if (width >= ONE_LINE)
    for (const digits of [MOST, ...FEWER]) {
      const layout = layOut(digits)
      if (leastWidth(layout) <= width) return layout
    }
  return { ...layOut(MOST), isNarrow: true, hasBars: false }
}

export const shownChange = (
  change: bigint | undefined,
  decimals: string | number | null | undefined,
  digits: number,
): ShownAmount | undefined =>
  change === undefined ? undefined : shortenAmount(change, decimals, { digits, signed: true })

function leastWidth({ hasBars, asset, change, balance }: ChangesLayout): number {
  const columns = [
    WHO[hasBars ? 'wide' : 'narrow'],
    asset,
    change.whole + change.fraction,
    balance.whole + balance.fraction,
    ARROW + balance.whole + balance.fraction,
    ...(hasBars ? [BAR] : []),
  ]
  return columns.reduce((sum, column) => sum + column, 2 * ROW_PADDING + (columns.length - 1) * COLUMN_GAP)
}

function roomOf(amounts: readonly (ShownAmount | undefined)[], digit: number): PointRoom {
  const most = (lengthOf: (amount: ShownAmount) => number) =>
    Math.ceil(Math.max(0, ...amounts.map((amount) => (amount ? lengthOf(amount) : 0))) * digit)
  return { whole: most(({ sign, whole }) => lengthOfText(sign + whole)), fraction: most(fractionLength) }
}

/** Width of the decimals, in digits. */
const fractionLength = ({ fraction, zeros, exponent, exact }: ShownAmount) =>
  lengthOfText(fraction) +
  (exact ? 0 : MARK) +
  (zeros === 0 ? 0 : lengthOfText('.0') + SMALL * String(zeros).length) +
  (exponent === 0 ? 0 : lengthOfText(' ×10') + SMALL * String(exponent).length)
const SMALL = 0.8
const MARK = 1.5
const lengthOfText = (text: string) =>
  Array.from(text).reduce(
    (sum, character) => sum + (character === '…' ? MARK : ',. '.includes(character) ? 0.5 : 1),
    0,
  )
