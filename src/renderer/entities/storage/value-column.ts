import type { StorageValue, StoredVariable } from '#shared/rpc/contract/contracts.ts'

export interface ValueColumn {
  readonly title: string
  readonly of: (one: StoredVariable) => StorageValue | null
}
