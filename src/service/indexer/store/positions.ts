/**
 * Places on the chain as one integer each, so that a page in chain order is a walk along a primary key. 33 bits of
 * height and 20 bits within the block stay below 2^53, where integers are exact in JavaScript and in SQLite alike.
 */
const IN_BLOCK = 2 ** 20

/** Transaction or log `index` of the block at `height`. */
export const placeOf = (height: number, index: number): number => height * IN_BLOCK + index
export const heightOf = (place: number): number => Math.floor(place / IN_BLOCK)
export const indexOf = (place: number): number => place % IN_BLOCK
export const PLACES_PER_BLOCK = IN_BLOCK
