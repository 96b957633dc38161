import type { Keys } from '../keys/keys.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { SpendingLedger } from '../sources/spending.ts'
import type { archiveDomain } from './archive-domain.ts'
import type { EstimateDeps } from './estimate-lists.ts'
import { createKeepBudgets } from './keep-budgets.ts'
import { keepHandlers, keepStreams } from './keep-handlers.ts'
import { Keep, type KeepDeps } from './keep.ts'

type KeepDomainDeps = Omit<KeepDeps, 'budgets'> &
  EstimateDeps &
  Pick<ReturnType<typeof archiveDomain>, 'beforeForget'> & {
    readonly spending: SpendingLedger
    readonly keys: Pick<Keys, 'onChange'>
    readonly settings: Pick<SettingsStore, 'onChange'>
  }

/** Lists that are read to their end and kept. */
export function keepDomain(deps: KeepDomainDeps) {
  const { store, sources, spending, keys, settings, beforeForget } = deps
  const keep = new Keep({ ...deps, budgets: createKeepBudgets(store, sources, spending) })
  const retry = () => {
    keep.retry()
  }
  const stops = [keys.onChange(retry), settings.onChange(retry)]
  beforeForget((source, address) => keep.drop(source, address))
  return {
    keep,
    handlers: keepHandlers(keep, deps),
    streams: keepStreams(keep),
    close() {
      for (const stop of stops) stop()
      keep.close()
    },
  }
}
