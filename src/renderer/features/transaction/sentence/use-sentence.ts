import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import { useDecoded } from '#renderer/entities/abi/use-decoded.ts'
import { useDetail } from '#renderer/entities/use-detail.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { knownAddresses } from '../argument-meaning.ts'
import type { ChangeGroup } from '../state-changes/state-change-groups.ts'
import type { Sentence } from './sentence-parts.ts'
import { describeTransaction } from './transaction-sentence.ts'

/** The sentence of a transaction, as far as it is known by now. `changes` is undefined until all of them are read. */
export function useSentence(
  source: MaybeRefOrGetter<string>,
  transaction: MaybeRefOrGetter<Transaction | undefined>,
  changes: MaybeRefOrGetter<readonly ChangeGroup[] | undefined>,
): ComputedRef<Sentence | undefined> {
  const sources = useSources()
  const items = computed(() => {
    const of = toValue(transaction)
    return of ? [callOf(of), errorOf(of)].filter((item) => item !== undefined) : []
  })
  const { results } = useDecoded(source, items)
  const resultOf = (kind: DecodableItem['kind']) => {
    const at = items.value.findIndex((item) => item.kind === kind)
    return at < 0 ? null : results.value[at]
  }
  /** An approval says how much of which token: the called contract as one. */
  const token = useDetail('token', source, () => {
    const to = toValue(transaction)?.to?.hash
    return to !== undefined && APPROVALS.has(resultOf('call')?.name ?? '') ? { address_hash: to } : undefined
  })
  return computed(() => {
    const of = toValue(transaction)
    return (
      of &&
      describeTransaction({
        transaction: of,
        coin: sources.coin(toValue(source)),
        call: resultOf('call'),
        error: resultOf('error'),
        changes: toValue(changes),
        token: token.item.value,
        addresses: knownAddresses(of),
      })
    )
  })
}

const APPROVALS: ReadonlySet<string> = new Set(['approve', 'setApprovalForAll'])

const callOf = ({ to, raw_input: input }: Transaction): DecodableItem | undefined =>
  to && input != null && input.length >= 10 ? { kind: 'call', to: to.hash, input } : undefined

/** The data of a failure, where the source gives it undecoded. */
function errorOf({ to, revert_reason: reason }: Transaction): DecodableItem | undefined {
  if (typeof reason !== 'object' || reason === null || !('raw' in reason)) return undefined
  const { raw } = reason
  if (typeof raw !== 'string' || raw === '') return undefined
  return { kind: 'error', to: to?.hash ?? null, data: raw.startsWith('0x') ? raw : `0x${raw}` }
}
