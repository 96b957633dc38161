import { callNameOf } from '#shared/chain/call-name.ts'
import { rawItem } from '#shared/chain/invalid-fields.ts'

/** The item as its source gave it, with the name of its call and the name's origin under `called`. */
export function withCalled(item: unknown): unknown {
  const whole = rawItem(item)
  const called = typeof item === 'object' && item !== null ? callNameOf(item) : undefined
  if (!called) return whole
  const { name, signature, origin, from, isCertain } = called
  return { ...(whole as object), called: { name, signature, origin, from, is_certain: isCertain } }
}
