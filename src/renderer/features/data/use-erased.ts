import { useQueryClient } from '@tanstack/vue-query'
import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import { useCore } from '#renderer/lib/use-core.ts'
import { useToasts } from '#renderer/stores/toasts.ts'

/** After everything was erased, here or in another window: what this one shows of it is no more. */
export function useErased(): void {
  const core = useCore()
  const toasts = useToasts()
  const router = useRouter()
  const queries = useQueryClient()
  onScopeDispose(
    core.subscribe('data.erased', {}, () => {
      queries.clear()
      toasts.show('Everything is erased.')
      void router.push({ name: 'start' })
    }),
  )
}
