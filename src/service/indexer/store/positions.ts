/**
 * The position of a transaction or a log on the chain as one integer (columns `position`, `tx`, `log`, `first_log`), so that
 * a list in chain order is read along a primary key. 33 bits of height and 20 bits within the block are below 2^53, where
 * integers are exact in JavaScript and in SQLite.
 */
export const POSITIONS_PER_BLOCK = 2 ** 20

/** `index`: of the transaction or the log in its block. */
export const positionOf = (height: number, index: number): number => height * POSITIONS_PER_BLOCK + index
export const heightOf = (position: number): number => Math.floor(position / POSITIONS_PER_BLOCK)
export const indexOf = (position: number): number => position % POSITIONS_PER_BLOCK
