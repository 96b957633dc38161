import { describeNodeTexts, type NodeText } from '#shared/node-texts.ts'

/** Why a chain can't be followed. None of these loses data that was indexed. */
export type IndexErrorCode =
  /** No node responds at the URL, and there is no index of it from before. */
  | 'no_node'
  /** A server responds, but not as an Ethereum node does. */
  | 'not_ethereum'
  /** Two of several nodes are on different chains. */
  | 'different_chains'
  /** The URL is not valid for a node. */
  | 'bad_url'
  /** The index was written by a newer Chainglass; it is not changed. */
  | 'newer_database'
  /** The index was written by an older Chainglass, and can't be brought up to date; it is not changed. */
  | 'older_database'
  /** Another process is writing this index. */
  | 'locked_database'
  /** The index is kept for other addresses than are asked for; it is not changed. */
  | 'other_addresses'
  /** The index can't be read; it is not changed. */
  | 'damaged_database'
  /** No space is left for the index; what it holds is kept and served. */
  | 'disk_full'
  /** The database has no such index, or not yet: no writer has begun it. */
  | 'not_begun'
  /** The database that holds the index does not answer. */
  | 'no_database'
  | 'closed'

export class IndexError extends Error {
  readonly code: IndexErrorCode
  /** For the node's status. */
  readonly text: NodeText
  /** The index that another process writes. */
  readonly index: string | undefined
  /** `said`: a sentence in English, or a text of which the message is the English. */
  constructor(code: IndexErrorCode, said: string | NodeText, cause?: unknown, index?: string) {
    super(
      typeof said === 'string' ? said : describeNodeTexts([said]),
      cause === undefined ? undefined : { cause },
    )
    this.name = 'IndexError'
    this.code = code
    this.index = index
    this.text = typeof said === 'string' ? { id: 'failed', values: { detail: said } } : said
  }
}
