import { data, object, optional, quantity } from '#platform/json-rpc/wire.ts'
import type { StateOverrides } from '#platform/json-rpc/contract-calls.ts'

interface Account {
  balance?: string
  code?: string
  stateDiff: Record<string, string>
}

const ZERO_WORD = `0x${'0'.repeat(64)}`

/**
 * The state after one more transaction: adds to `overrides` what the result of `prestateTracer` in diff mode says that it
 * changed. `post` has only what is not zero after it. Throws NodeFailure `garbage` where the result has another shape.
 */
export function addDiff(overrides: Record<string, Account>, result: unknown) {
  const diff = object(result, 'a state diff')
  const pre = object(diff.pre, 'the state before')
  const post = object(diff.post, 'the state after')
  for (const address of new Set([...Object.keys(pre), ...Object.keys(post)])) {
    const before = object(pre[address] ?? {}, 'an account')
    const after = object(post[address] ?? {}, 'an account')
    const account = (overrides[address.toLowerCase()] ??= { stateDiff: {} })
    const isGone = post[address] === undefined
    const balance = isGone ? '0x0' : optional(quantity, after.balance, 'a balance')
    const code = isGone ? '0x' : optional(data, after.code, 'code')
    if (balance !== null) account.balance = balance
    if (code !== null) account.code = code
    for (const slot of Object.keys(object(before.storage ?? {}, 'the storage')))
      account.stateDiff[slot] = ZERO_WORD
    for (const [slot, value] of Object.entries(object(after.storage ?? {}, 'the storage')))
      account.stateDiff[slot] = data(value, 'a word of storage')
  }
}

/** A copy that later transactions do not change. */
export const copyOverrides = (overrides: Readonly<Record<string, Account>>): StateOverrides =>
  structuredClone(overrides)

export const noOverrides = (): Record<string, Account> => ({})
