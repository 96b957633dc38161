import { inject, type InjectionKey } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'

/** Under this the application provides its one client of the core. */
export const coreKey: InjectionKey<RpcClient> = Symbol('core')

/** The client of the core, within a component's setup. */
export function useCore(): RpcClient {
  const core = inject(coreKey)
  if (!core) throw new Error('No core is provided: app.provide(coreKey, client) comes before any view.')
  return core
}
