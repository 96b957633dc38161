/** Limits the bytes that are processed for one file, to a multiple of its size that suffices for real lists. */
export interface Budget {
  /** Charges the budget; throws if it is used up. */
  pay(bytes: number): void
  /** Charges the budget for a value, and returns the value. */
  value(value: Uint8Array): Uint8Array
}

/**
 * A list of signatures has each once: unpacked, with hashes and dates, it is less than ten times as large. A file that
 * repeats one value endlessly is far larger.
 */
const TIMES_SIZE = 32
/** Minimum budget, because a small file consists mostly of headers. */
const AT_LEAST = 256 * 1024
const PER_VALUE = 4

export function createBudget(fileBytes: number): Budget {
  let left = AT_LEAST + fileBytes * TIMES_SIZE
  const pay = (bytes: number) => {
    left -= bytes
    if (!(left >= 0)) throw new Error('It unpacks to more than a file of its size can mean.')
  }
  return {
    pay,
    value(value) {
      pay(PER_VALUE + value.length)
      return value
    },
  }
}
