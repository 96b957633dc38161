import { callNameOf } from '#shared/chain/call-name.ts'
import { asItCame } from '#shared/chain/odd-fields.ts'

/** As its source gave it, and under `called` what its call is called and who says so, as everywhere. */
export function withSaidName(item: unknown): unknown {
  const whole = asItCame(item)
  const called = typeof item === 'object' && item !== null ? callNameOf(item) : undefined
  if (!called) return whole
  const { name, signature, origin, from, isCertain } = called
  return { ...(whole as object), called: { name, signature, origin, from, is_certain: isCertain } }
}
