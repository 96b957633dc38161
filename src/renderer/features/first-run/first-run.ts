import { ref } from 'vue'
import type { ContractClient } from '#renderer/lib/contract-client.ts'

/** This window is the first there ever was of this data folder: nothing set, nowhere been, no source chosen. */
export const isFirstRun = ref(false)

export const FIRST_RUN = 'first-run'

/** To be asked before the first place is gone to: going there is remembered. */
export async function lookForFirstRun(core: Pick<ContractClient, 'call'>): Promise<void> {
  const [settings, recent, sources] = await Promise.all([
    core.call('settings.read', {}),
    core.call('recent.list', {}),
    core.call('sources.list', {}),
  ])
  if (!settings.ok || !recent.ok || !sources.ok) return
  isFirstRun.value =
    Object.keys(settings.data).length === 0 &&
    recent.data.length === 0 &&
    sources.data.current === 'sample' &&
    sources.data.sources.every(({ builtIn }) => builtIn) &&
    sources.data.accounts.length === 0
}
