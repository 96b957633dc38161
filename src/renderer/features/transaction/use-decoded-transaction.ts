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
  /** The decoded input; null where nobody knows it, undefined while that is not known. */
  readonly call: ComputedRef<Decoded | null | undefined>
  /** The decoded data of a failure. */
  readonly error: ComputedRef<Decoded | null | undefined>
  /** The called contract as a token, where it is asked to approve: no transfer says how much of what that is. */
  readonly token: ComputedRef<Token | undefined>
}

const APPROVALS: ReadonlySet<string> = new Set(['approve', 'setApprovalForAll'])

/** What a transaction calls, and why it failed: decoded once for its whole page. */
export function useDecodedTransaction(
  source: MaybeRefOrGetter<string>,
  transaction: MaybeRefOrGetter<Transaction | undefined>,
  /** Of the trace, where it is read: it shows whose code ran. */
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
    // Whoever knows a name comes before the code, which tells types alone; a verified contract before a guess.
    const said = sourceDecoded(of.decoded_input, of.to)
    return known === null || known.origin === 'bytecode' || said?.isCertain === true ? (said ?? known) : known
  })
  const token = useDetail('token', source, () => {
    const to = toValue(transaction)?.to?.hash
    return to !== undefined && APPROVALS.has(call.value?.name ?? '') ? { address_hash: to } : undefined
  })
  return { call, error: computed(() => resultOf('error')), token: token.item }
}

/** The data of a failure, where the source gives it undecoded. */
function errorOf({ to, revert_reason: reason }: Transaction): DecodableItem | undefined {
  if (typeof reason !== 'object' || reason === null || !('raw' in reason)) return undefined
  const { raw } = reason
  if (typeof raw !== 'string' || raw === '') return undefined
  return { kind: 'error', to: to?.hash ?? null, data: raw.startsWith('0x') ? raw : `0x${raw}` }
}
