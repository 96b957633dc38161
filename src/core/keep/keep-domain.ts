import type { keepCalls } from '#shared/rpc/contract/keep.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { Keys } from '../keys/keys.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { SpendingLedger } from '../sources/spending.ts'
import type { archiveDomain } from './archive-domain.ts'
import { type EstimateDeps, estimateLists } from './estimate-lists.ts'
import { createKeepBudgets } from './keep-budgets.ts'
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

/** The calls and the stream `keep.*`. */
const keepHandlers = (keep: Keep, estimate: EstimateDeps): Pick<Handlers, keyof typeof keepCalls> => ({
  'keep.estimate': ({ source, lists, asksSource = false }, { signal }) =>
    estimateLists(estimate, { source, lists, asksSource, signal }),
  'keep.start': (request) => keep.start(request),
  'keep.pause': ({ id }) => {
    keep.pause(id)
    return null
  },
  'keep.resume': ({ id }) => {
    keep.resume(id)
    return null
  },
  'keep.readAgain': async ({ id }) => {
    await keep.readAgain(id)
    return null
  },
  'keep.follow': ({ id, isFollowed }) => {
    keep.follow(id, isFollowed)
    return null
  },
  'keep.forget': async ({ id }) => {
    await keep.forget(id)
    return null
  },
  'keep.coverage': ({ id }) => keep.coverage(id),
  'keep.setBudget': ({ holder, amount }) => {
    keep.setBudget(holder, amount)
    return null
  },
})

const keepStreams = (keep: Keep): Pick<Streams, 'keep.changed'> => ({
  'keep.changed': (_, emit) => {
    emit(keep.view())
    return keep.onChange(emit)
  },
})
