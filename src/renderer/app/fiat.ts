/** What an amount is worth, exactly as far as the rate goes: bigint all the way, two digits shown, cut and never rounded up. */
import { groupThousands } from '#shared/units.ts'

const RATE = /^(\d+)(?:\.(\d+))?$/

/** `1,234.56` in the rate's currency; undefined where amount, decimals or rate is not known. Below a cent: `< 0.01`. */
export function fiatValue(
  amount: string | null | undefined,
  decimals: string | number | null | undefined,
  rate: string | null | undefined,
): string | undefined {
  const [, whole, fraction = ''] = RATE.exec(rate ?? '') ?? []
  if (whole === undefined || amount == null || decimals == null || !/^\d+$/.test(amount)) return undefined
  const places = Number(decimals)
  if (!Number.isInteger(places) || places < 0 || places > 255) return undefined
  const scaled = BigInt(amount) * BigInt(whole + fraction)
  const cents = (scaled * 100n) / 10n ** BigInt(places + fraction.length)
  if (cents === 0n && scaled > 0n) return '< 0.01'
  return `${groupThousands(String(cents / 100n))}.${String(cents % 100n).padStart(2, '0')}`
}
