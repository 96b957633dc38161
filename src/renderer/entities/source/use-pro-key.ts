import { useRouter } from 'vue-router'
import { OFFICIAL_PRO } from '#shared/official-pro.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useToasts } from '#renderer/stores/toasts.ts'

/**
 * Opens the form for a key of Pro, and adds the account where there is none. `back`: the full path to return to; the
 * form offers it, on this chain of Pro, once the key works.
 */
export function useProKey(): (chainId: string, back?: string) => Promise<void> {
  const core = useCore()
  const router = useRouter()
  const sources = useSources()
  const toasts = useToasts()
  return async (chainId, back) => {
    let account = sources.accounts[0]?.id
    if (account === undefined) {
      const added = await core.call('sources.add', {
        url: OFFICIAL_PRO.baseUrl,
        form: 'pro',
        chainId,
        unchecked: true,
      })
      if (!added.ok) {
        toasts.showError(added.error)
        return
      }
      account = added.data.id.slice(0, added.data.id.lastIndexOf(':'))
    }
    await router.push({
      name: 'sources',
      query: { key: account, chain: chainId, ...(back === undefined ? {} : { back }) },
    })
  }
}
