import { onScopeDispose, shallowRef } from 'vue'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { OperationsReport } from '#shared/rpc/contract/operations.ts'
import { useCore } from '#renderer/lib/use-core.ts'

/** Reads the operations of a transaction: first what is known on this machine, then with names from the source. */
export function useOperations(of: { readonly source: string; readonly hash: string }) {
  const core = useCore()
  const report = shallowRef<OperationsReport>()
  const error = shallowRef<ChainglassError>()
  const closing = new AbortController()
  onScopeDispose(() => {
    closing.abort()
  })
  async function read() {
    error.value = undefined
    for (const askSource of [false, true]) {
      const result = await core.call('operations.read', { ...of, askSource }, { signal: closing.signal })
      if (closing.signal.aborted) return
      if (result.ok) report.value = result.data
      else if (report.value === undefined) error.value = result.error
      if (!result.ok) return
    }
  }
  void read()
  return { report, error, read }
}
