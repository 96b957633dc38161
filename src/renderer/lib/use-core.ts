import { inject, type InjectionKey } from 'vue'
import type { ContractClient } from '#renderer/lib/contract-client.ts'

/** Under this the application provides its one client of the core. */
export const coreKey: InjectionKey<ContractClient> = Symbol('core')

/** The client of the core, within a component's setup. */
export function useCore(): ContractClient {
  const core = inject(coreKey)
  if (!core) throw new Error('No core is provided: app.provide(coreKey, client) comes before any view.')
  return core
}
