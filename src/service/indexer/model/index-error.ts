/** Why a chain can't be followed, as a value with words for a person; nothing that was indexed is lost by any of them. */
export type IndexErrorCode =
  /** Nobody answers at the URL, and nothing was indexed from it before. */
  | 'no_node'
  /** Somebody answers, but not as an Ethereum node does. */
  | 'not_ethereum'
  /** The URL is none that can be asked. */
  | 'bad_url'
  /** The index was written by a newer Chainglass; it is left as it is. */
  | 'newer_database'
  /** Another process is writing this index. */
  | 'locked_database'
  /** The index can't be read; it is left as it is. */
  | 'damaged_database'
  /** No room left for the index; what is in it stays and is served. */
  | 'disk_full'
  | 'closed'

export class IndexError extends Error {
  readonly code: IndexErrorCode
  constructor(code: IndexErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'IndexError'
    this.code = code
  }
}
