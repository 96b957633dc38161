import { optional, quantity } from '#platform/json-rpc/wire.ts'

type Accounts = Readonly<Record<string, { readonly balance?: unknown } | undefined>>

/**
 * Balances before and after, by lower-case address, from the result of `prestateTracer` in diff mode. Null where the
 * result has another shape: the node does not have this mode.
 */
export function parsePrestateDiff(
  result: unknown,
): ReadonlyMap<string, { before: bigint; after: bigint }> | null {
  if (typeof result !== 'object' || result === null || !('pre' in result) || !('post' in result)) return null
  const { pre, post } = result as { pre: Accounts | null; post: Accounts | null }
  if (typeof pre !== 'object' || typeof post !== 'object' || !pre || !post) return null
  const changed = new Map<string, { before: bigint; after: bigint }>()
  for (const address of new Set([...Object.keys(pre), ...Object.keys(post)])) {
    const before = balance(pre[address]) ?? 0n
    // `post` has only what changed, and no entry for an account that was removed.
    const after = post[address] === undefined ? 0n : (balance(post[address]) ?? before)
    if (before !== after) changed.set(address.toLowerCase(), { before, after })
  }
  return changed
}

function balance(account: { readonly balance?: unknown } | undefined): bigint | null {
  const hex = optional(quantity, account?.balance, 'a balance')
  return hex === null ? null : BigInt(hex)
}
