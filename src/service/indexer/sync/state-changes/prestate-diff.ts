import { optional, quantity } from '../../node/wire.ts'

type Accounts = Readonly<Record<string, { readonly balance?: unknown } | undefined>>

/**
 * Balances before and after out of the answer of `prestateTracer` in diff mode, by lower-case address. Null where the answer
 * is of another shape: a node that has no such mode.
 */
export function prestateDiff(answer: unknown): ReadonlyMap<string, { before: bigint; after: bigint }> | null {
  if (typeof answer !== 'object' || answer === null || !('pre' in answer) || !('post' in answer)) return null
  const { pre, post } = answer as { pre: Accounts | null; post: Accounts | null }
  if (typeof pre !== 'object' || typeof post !== 'object' || !pre || !post) return null
  const changed = new Map<string, { before: bigint; after: bigint }>()
  for (const address of new Set([...Object.keys(pre), ...Object.keys(post)])) {
    const before = balance(pre[address]) ?? 0n
    // Only what changed is told of the time after; an account that is gone is not told at all.
    const after = post[address] === undefined ? 0n : (balance(post[address]) ?? before)
    if (before !== after) changed.set(address.toLowerCase(), { before, after })
  }
  return changed
}

function balance(account: { readonly balance?: unknown } | undefined): bigint | null {
  const hex = optional(quantity, account?.balance, 'a balance')
  return hex === null ? null : BigInt(hex)
}
