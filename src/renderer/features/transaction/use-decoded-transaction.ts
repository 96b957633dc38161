import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { Decoded } from '#shared/abi/decoded.ts'
import type { TraceFrame } from '#shared/chain/call-trace.ts'
import { codeThatRan } from '#shared/chain/code-that-ran.ts'
import type { Token } from '#shared/chain/token.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import { decodableCall } from '#renderer/entities/abi/decodable-call.ts'
import { useDecoded } from '#renderer/entities/abi/use-decoded.ts'
import { sourceDecoded } from '#renderer/entities/abi/source-decoded.ts'
import { useDetail } from '#renderer/entities/use-detail.ts'
import { errorsOf } from './errors-of.ts'

export interface DecodedTransaction {
  /** The decoded input; null if the call is unknown, undefined while it is decoded. */
  readonly call: ComputedRef<Decoded | null | undefined>
  /** The call may still be decoded. */
  readonly isDecoding: ComputedRef<boolean>
  /** The error that explains a failure: from the trace, if it shows which contract threw it, else from the source. */
  readonly error: ComputedRef<Decoded | null | undefined>
  /** The error of the transaction itself if it is another one: callers wrap errors they caught. */
  readonly wrapped: ComputedRef<Decoded | undefined>
  /** The called contract as a token, read for approvals only: no transfer shows what their amounts count. */
  readonly token: ComputedRef<Token | undefined>
}

const APPROVALS: ReadonlySet<string> = new Set(['approve', 'setApprovalForAll'])

/** Decodes a transaction's call and failure once for the whole page. */
export function useDecodedTransaction(
  source: MaybeRefOrGetter<string>,
  transaction: MaybeRefOrGetter<Transaction | undefined>,
  /** Frames of the trace, once it is read; they show which code ran, and which contract threw an error. */
  frames: MaybeRefOrGetter<readonly TraceFrame[] | undefined>,
): DecodedTransaction {
  const ran = computed(() => codeThatRan(toValue(frames) ?? []))
  const parts = computed(() => {
    const of = toValue(transaction)
    const code = ran.value.length === 0 ? {} : { ran: [...ran.value] }
    const call = of && decodableCall(of)
    const { own, thrown } = of ? errorsOf(of, toValue(frames) ?? []) : {}
    return { call: call && { ...call, ...code }, own, thrown }
  })
  const items = computed((): readonly DecodableItem[] =>
    Object.values(parts.value).filter((item) => item !== undefined),
  )
  const { results, isAsking } = useDecoded(source, items)
  /** The decoded part; null if there is no such part. */
  const resultOf = (part: keyof typeof parts.value) => {
    const item = parts.value[part]
    return item ? results.value[items.value.indexOf(item)] : null
  }
  const call = computed<Decoded | null | undefined>((before) => {
    const of = toValue(transaction)
    const known = of && resultOf('call')
    // The previous result stays until the input is decoded again, by the code that ran.
    if (known === undefined) return before
    if (known?.isCertain === true || !of) return known
    // A name from any other origin wins over the bytecode, which gives types only. A verified contract wins over a
    // guess.
    const said = sourceDecoded(of.decoded_input, of.to)
    return known === null || known.origin === 'bytecode' || said?.isCertain === true ? (said ?? known) : known
  })
  const token = useDetail('token', source, () => {
    const to = toValue(transaction)?.to?.hash
    return to !== undefined && APPROVALS.has(call.value?.name ?? '') ? { address_hash: to } : undefined
  })
  return {
    call,
    isDecoding: computed(() => call.value === undefined && isAsking.value),
    error: computed(() => resultOf(parts.value.thrown ? 'thrown' : 'own')),
    wrapped: computed(() => (parts.value.thrown && resultOf('own')) ?? undefined),
    token: token.item,
  }
}
