/** Address poisoning: an account that pays two parties, and imitations of them after each payment. */
import { ROLE, type AddressKey } from '../config/addresses.ts'
import type { TemplateBuilder } from '../templates/template-builder.ts'
import { ETHER } from './scenario.ts'

/** The payments in thousandths of a coin, each with the imitations that follow it. */
const PAYMENTS: readonly (readonly [to: AddressKey, thousandths: bigint, by: readonly AddressKey[]])[] = [
  ['supplier', 12_500n, []],
  ['landlord', 1_850n, ['falseLandlord']],
  ['supplier', 8_400n, ['falseSupplier', 'falserSupplier']],
  ['landlord', 1_850n, ['falseLandlord']],
  ['supplier', 21_000n, ['falseSupplier']],
  ['supplier', 3_275n, ['falserSupplier', 'falseSupplier']],
  ['landlord', 1_900n, ['falseLandlord']],
]

/** `next` begins another block. */
export function poisoning(builder: TemplateBuilder, next: () => void): void {
  PAYMENTS.forEach(([to, thousandths, imitators], nth) => {
    if (nth % 2 === 0) next()
    builder.transaction({ from: ROLE.poisoned, to: ROLE[to], value: (thousandths * ETHER) / 1000n })
    // The transfers are of zero or of dust.
    imitators.forEach((imitator, at) => {
      builder.transaction({
        from: ROLE[imitator],
        to: ROLE.poisoned,
        value: (nth + at) % 2 === 0 ? 0n : thousandths * 10n ** 9n,
      })
    })
  })
  builder.transaction({ from: ROLE.supplier, to: ROLE.poisoned, value: ETHER / 4n })
}
