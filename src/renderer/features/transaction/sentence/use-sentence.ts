import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { Transaction } from '#shared/chain/transaction.ts'
import { useDetail } from '#renderer/entities/use-detail.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { knownAddresses } from '../argument-units.ts'
import type { ChangeGroup } from '../state-changes/state-change-groups.ts'
import type { DecodedTransaction } from '../use-decoded-transaction.ts'
import type { Sentence } from './sentence-parts.ts'
import { describeTransaction } from './transaction-sentence.ts'

interface SentenceInput {
  readonly source: MaybeRefOrGetter<string>
  readonly transaction: MaybeRefOrGetter<Transaction | undefined>
  readonly decoded: DecodedTransaction
  /** Undefined until all of them are read. */
  readonly changes: MaybeRefOrGetter<readonly ChangeGroup[] | undefined>
}

/** The sentence of a transaction, as far as it is known by now. */
export function useSentence({
  source,
  transaction,
  decoded,
  changes,
}: SentenceInput): ComputedRef<Sentence | undefined> {
  const sources = useSources()
  /** An approval says how much of which token: the called contract as one. */
  const token = useDetail('token', source, () => {
    const to = toValue(transaction)?.to?.hash
    return to !== undefined && APPROVALS.has(decoded.call.value?.name ?? '')
      ? { address_hash: to }
      : undefined
  })
  return computed(() => {
    const of = toValue(transaction)
    return (
      of &&
      describeTransaction({
        transaction: of,
        coin: sources.coin(toValue(source)),
        call: decoded.call.value,
        error: decoded.error.value,
        changes: toValue(changes),
        token: token.item.value,
        addresses: knownAddresses(of),
      })
    )
  })
}

const APPROVALS: ReadonlySet<string> = new Set(['approve', 'setApprovalForAll'])
