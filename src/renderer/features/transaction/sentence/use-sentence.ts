import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { Transaction } from '#shared/chain/transaction.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { knownAddresses } from '../argument-units.ts'
import type { ChangeGroup } from '../state-change-groups.ts'
import type { DecodedTransaction } from '../use-decoded-transaction.ts'
import type { Sentence } from './sentence-parts.ts'
import { describeTransaction } from './transaction-sentence.ts'

interface SentenceInput {
  readonly source: MaybeRefOrGetter<string>
  readonly transaction: MaybeRefOrGetter<Transaction | undefined>
  readonly decoded: DecodedTransaction
  /** Undefined until all changes are read. */
  readonly changes: MaybeRefOrGetter<readonly ChangeGroup[] | undefined>
}

/** The sentence of a transaction; undefined until its data is read. */
export function useSentence({
  source,
  transaction,
  decoded,
  changes,
}: SentenceInput): ComputedRef<Sentence | undefined> {
  const sources = useSources()
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
        token: decoded.token.value,
        addresses: knownAddresses(of),
      })
    )
  })
}
