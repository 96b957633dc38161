import { useQuery } from '@tanstack/vue-query'
import { computed, type ComputedRef } from 'vue'
import type { CallOutput } from '#shared/rpc/contract.ts'
import { useCore } from './use-core.ts'

/** Version and host of this Chainglass; undefined until it is loaded. */
export function useAppInfo(): ComputedRef<CallOutput<'app.info'> | undefined> {
  const core = useCore()
  const query = useQuery({
    queryKey: ['app.info'],
    // The host may have found out since what it cannot do.
    refetchOnMount: 'always',
    queryFn: async () => {
      const response = await core.call('app.info', {})
      return response.ok ? response.data : null
    },
  })
  return computed(() => query.data.value ?? undefined)
}
