import { inject, type InjectionKey } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'

/** The application provides its client of the core under this key. */
export const coreKey: InjectionKey<RpcClient> = Symbol('core')

/** Returns the client of the core. Call it in a component's setup. */
export function useCore(): RpcClient {
  const core = inject(coreKey)
  if (!core) throw new Error('No core is provided: app.provide(coreKey, client) comes before any view.')
  return core
}
