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

export interface DecodedTransaction {
  /** The decoded input; null if the call is unknown, undefined while it is decoded. */
  readonly call: ComputedRef<Decoded | null | undefined>
  /** The decoded revert data. */
  readonly error: ComputedRef<Decoded | null | undefined>
  /** The called contract as a token, read for approvals only: no transfer shows what their amounts count. */
  readonly token: ComputedRef<Token | undefined>
}

const APPROVALS: ReadonlySet<string> = new Set(['approve', 'setApprovalForAll'])

/** Decodes a transaction's call and failure once for the whole page. */
export function useDecodedTransaction(
  source: MaybeRefOrGetter<string>,
  transaction: MaybeRefOrGetter<Transaction | undefined>,
  /** Frames of the trace, once it is read; they show which code ran. */
  frames: MaybeRefOrGetter<readonly TraceFrame[] | undefined>,
): DecodedTransaction {
  const ran = computed(() => codeThatRan(toValue(frames) ?? []))
  const items = computed(() => {
    const of = toValue(transaction)
    const all = of ? [decodableCall(of), errorOf(of)].filter((item) => item !== undefined) : []
    return ran.value.length === 0 ? all : all.map((item) => ({ ...item, ran: [...ran.value] }))
  })
  const { results } = useDecoded(source, items)
  const resultOf = (kind: DecodableItem['kind']) => {
    const at = items.value.findIndex((item) => item.kind === kind)
    return at < 0 ? null : results.value[at]
  }
  const call = computed(() => {
    const of = toValue(transaction)
    const known = resultOf('call')
    if (known === undefined || known?.isCertain === true || !of) return known
    // A name from any other origin wins over the bytecode, which gives types only. A verified contract wins over a
    // guess.
    const said = sourceDecoded(of.decoded_input, of.to)
    return known === null || known.origin === 'bytecode' || said?.isCertain === true ? (said ?? known) : known
  })
  const token = useDetail('token', source, () => {
    const to = toValue(transaction)?.to?.hash
    return to !== undefined && APPROVALS.has(call.value?.name ?? '') ? { address_hash: to } : undefined
  })
  return { call, error: computed(() => resultOf('error')), token: token.item }
}

/** The revert data if the source gives it undecoded. */
function errorOf({ to, revert_reason: reason }: Transaction): DecodableItem | undefined {
  if (typeof reason !== 'object' || reason === null || !('raw' in reason)) return undefined
  const { raw } = reason
  if (typeof raw !== 'string' || raw === '') return undefined
  return { kind: 'error', to: to?.hash ?? null, data: raw.startsWith('0x') ? raw : `0x${raw}` }
}
