/** What reading one file may cost, in bytes that are touched: as many times its size as a real list can need. */
export interface Budget {
  /** Throws where nothing is left. */
  pay(bytes: number): void
  /** Pays for a value, and gives it back. */
  value(value: Uint8Array): Uint8Array
}

/**
 * A list of signatures holds each once: unpacked, with its hashes and dates, it is less than ten times as large. A file
 * that repeats one value without end is far beyond.
 */
const TIMES_SIZE = 32
/** For small files, whose headers are most of them. */
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
