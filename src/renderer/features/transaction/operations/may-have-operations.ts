import { isBundle } from '#shared/abi/bundle-selector.ts'
import type { TraceFrame } from '#shared/chain/call-trace.ts'
import type { Transaction } from '#shared/chain/transaction.ts'

/** The type of transactions with authorizations (EIP-7702). */
const SET_CODE = 4

/** Whether a transaction may have user operations or authorizations, as far as it is known. `did`: the called function. */
export const mayHaveOperations = (
  of: Transaction | undefined,
  did: string | undefined,
  frames: readonly TraceFrame[] = [],
): boolean =>
  of?.type === SET_CODE ||
  (of?.authorization_list?.length ?? 0) > 0 ||
  isBundle(of?.raw_input ?? '') ||
  /^handle(?:Aggregated)?Ops$/.test(did ?? '') ||
  frames.some(({ input }) => input !== null && isBundle(input))
