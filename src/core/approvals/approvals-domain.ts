/** The calls and events `approvals.*`: who may take tokens of an address. */
import { createEmitter } from '#shared/emitter.ts'
import type { approvalCalls, approvalEvents, ApprovalsProgress } from '#shared/rpc/contract/approvals.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { readApprovals, type ApprovalsDeps } from './read-approvals.ts'

interface Told {
  readonly key: string
  readonly progress: ApprovalsProgress | null
}

export function approvalsDomain(deps: ApprovalsDeps) {
  const updates = createEmitter<Told>()
  const latest = new Map<string, ApprovalsProgress>()
  const handlers: Pick<Handlers, keyof typeof approvalCalls> = {
    async 'approvals.read'(request, context) {
      const key = keyOf(request)
      try {
        return await readApprovals(deps, request, {
          context,
          onProgress(progress) {
            latest.set(key, progress)
            updates.emit({ key, progress })
          },
        })
      } finally {
        latest.delete(key)
        updates.emit({ key, progress: null })
      }
    },
  }
  const streams: Pick<Streams, keyof typeof approvalEvents> = {
    'approvals.progress'(request, emit) {
      const key = keyOf(request)
      emit(latest.get(key) ?? null)
      return updates.on((one) => {
        if (one.key === key) emit(one.progress)
      })
    },
  }
  return { handlers, streams }
}

const keyOf = ({ source, address }: { readonly source: string; readonly address: string }) =>
  `${source} ${address.toLowerCase()}`
