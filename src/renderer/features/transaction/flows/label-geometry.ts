/** Sizes of the labels in the flow picture, and whether two overlap. */

/** Maximum width in px of a character of a name (12 px, bold) and of an amount (11 px). */
export const NAME_CHARACTER = 7
const AMOUNT_CHARACTER = 6.2
export const LINE_HEIGHT = 14
/** The arrow and its space, in characters. */
const ARROW_LENGTH = 2

export interface NameText {
  readonly lines: readonly string[]
  /** Adds a line below the name. */
  readonly warning: object | undefined
  readonly anchor: 'start' | 'middle' | 'end'
  /** Position of the first line. */
  readonly x: number
  readonly y: number
}

interface Rectangle {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export const amountWidth = (amount: string) => (amount.length + ARROW_LENGTH) * AMOUNT_CHARACTER

export function nameRectangle({ lines, warning, anchor, x, y }: NameText): Rectangle {
  const width = Math.max(...lines.map(({ length }) => length)) * NAME_CHARACTER
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  const count = anchor === 'middle' ? lines.length : lines.length + (warning ? 1 : 0)
  return { left, right: left + width, top: y - 11, bottom: y + 3 + (count - 1) * LINE_HEIGHT }
}

export function amountRectangle(amount: string, x: number, y: number): Rectangle {
  const half = amountWidth(amount) / 2
  return { left: x - half, right: x + half, top: y - 7, bottom: y + 7 }
}

export const overlap = (one: Rectangle, other: Rectangle) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
