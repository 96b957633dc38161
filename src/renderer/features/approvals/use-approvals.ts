/** Reads the approvals of an address; the last reading counts. */
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { ApprovalsProgress, ApprovalsReport } from '#shared/rpc/contract/approvals.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useNodeUrls } from '#renderer/stores/node-urls.ts'

export function useApprovals(of: { readonly source: string; readonly address: string }) {
  const core = useCore()
  const nodes = useNodeUrls()
  const report = shallowRef<ApprovalsReport>()
  const error = shallowRef<ChainglassError>()
  const progress = shallowRef<ApprovalsProgress | null>(null)
  const reading = shallowRef<AbortController>()

  const unsubscribe = core.subscribe('approvals.progress', of, (told) => {
    progress.value = told
  })
  const stop = () => {
    reading.value?.abort()
    reading.value = undefined
  }
  onScopeDispose(() => {
    stop()
    unsubscribe()
  })

  return {
    ...{ report, error, progress, stop },
    isReading: computed(() => reading.value !== undefined),
    /** The node that is asked if no URL is given. */
    followed: computed(() => nodes.followed(of.source)),
    url: () => nodes.typed.get(of.source) ?? '',
    read: async (url: string) => {
      stop()
      const mine = new AbortController()
      reading.value = mine
      report.value = error.value = undefined
      if (url === '') nodes.typed.delete(of.source)
      else nodes.typed.set(of.source, url)
      const request = { ...of, ...(url !== '' && { rpcUrl: url }) }
      const result = await core.call('approvals.read', request, { signal: mine.signal })
      if (reading.value !== mine) return
      reading.value = undefined
      if (result.ok) report.value = result.data
      else error.value = result.error
    },
  }
}
