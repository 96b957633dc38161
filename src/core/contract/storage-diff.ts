/** Reads the changes of a transaction in storage from `prestateTracer` in diff mode. A node may say anything. */
import {
  address as addressOf,
  number,
  object,
  readable,
  word as wordOf,
  WrongValue,
} from '#platform/json-rpc/wire.ts'
import { isRecord } from '#shared/is-record.ts'
import { UntrustedNode } from '../check/node-problem.ts'

interface StorageDiff {
  /** By contract, in lower case, and slot: words as 64 hex digits. */
  readonly changed: ReadonlyMap<string, ReadonlyMap<bigint, readonly [before: string, after: string]>>
  /** Accounts without a state after it: one that only called SELFDESTRUCT may have its storage still. */
  readonly ended: ReadonlySet<string>
}

interface Sender {
  readonly from: string
  readonly nonce: number
  /** Whether each transaction of its type counts the nonce of its sender. */
  readonly isCounted: boolean
}

const ZERO = '0'.repeat(64)

/**
 * Throws UntrustedNode where the result has another shape, as of a node that does not know the mode, and NodeFailure
 * `garbage` for wrong values, and for the changes of a transaction that the sender did not send.
 */
export function readStorageDiff(result: unknown, sender: Sender): StorageDiff {
  if (!isRecord(result) || !isRecord(result.pre) || !isRecord(result.post))
    throw new UntrustedNode({ kind: 'no_tracer' })
  const [pre, post] = [accountsOf(result.pre), accountsOf(result.post)]
  const nonce = pre.get(sender.from)?.nonce
  // A nonce of 0 is left out.
  const before = nonce === undefined ? 0 : readable(number, nonce)
  if (sender.isCounted && (!pre.has(sender.from) || before !== sender.nonce))
    throw new WrongValue('the change of the sender', 'that of this transaction')
  const changed = new Map<string, ReadonlyMap<bigint, readonly [string, string]>>()
  for (const address of new Set([...pre.keys(), ...post.keys()])) {
    const [old, now] = [wordsOf(pre.get(address)), wordsOf(post.get(address))]
    const slots = [...new Set([...old.keys(), ...now.keys()])]
      // A node leaves out words that are zero.
      .map((slot) => [slot, [old.get(slot) ?? ZERO, now.get(slot) ?? ZERO]] as const)
      .filter(([, [was, is]]) => was !== is)
    if (slots.length > 0) changed.set(address, new Map(slots))
  }
  return { changed, ended: new Set([...pre.keys()].filter((address) => !post.has(address))) }
}

const accountsOf = (accounts: Readonly<Record<string, unknown>>) =>
  new Map(
    Object.entries(accounts).map(([address, account]) => [
      addressOf(address, 'an address'),
      object(account, 'an account'),
    ]),
  )

function wordsOf(account: Readonly<Record<string, unknown>> | undefined): ReadonlyMap<bigint, string> {
  const { storage } = account ?? {}
  if (storage == null) return new Map()
  return new Map(
    Object.entries(object(storage, 'the storage')).map(([slot, value]) => [
      BigInt(`0x${wordOf(slot, 'a slot')}`),
      wordOf(value, 'a word of storage'),
    ]),
  )
}
