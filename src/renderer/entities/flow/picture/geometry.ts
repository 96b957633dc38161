/** Lengths in a flow graph's plane: one pixel each at zoom 1. */
import type { Place } from '../graph/flow-graph.ts'

export const COLUMN = 380
const ROW = 54
export const RADIUS = 15
export const CARD_HEIGHT = 38
/** From the centre of a node's picture to the end of its card. */
export const CARD_END = 186
const MAX_THICKNESS = 7
const MIN_THICKNESS = 1.8

export const pointOf = ({ hop, row }: Place) => ({ x: hop * COLUMN, y: row * ROW })

/** Grows with the square root of the share, so that small sums stay visible beside large ones. */
export const thicknessOf = (share: number) =>
  MIN_THICKNESS + (MAX_THICKNESS - MIN_THICKNESS) * Math.sqrt(Math.min(1, Math.max(0, share)))
