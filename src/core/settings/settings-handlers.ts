/** Handlers of the contract for settings and recent items. */
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { RecentItems } from './recent-items.ts'
import type { SettingsStore } from './settings.ts'

type SettingsCalls = 'settings.change' | 'recent.visit' | 'recent.ofSources' | 'recent.clear'

export const settingsHandlers = (deps: {
  readonly settings: SettingsStore
  readonly recents: RecentItems
}): Pick<Handlers, SettingsCalls> => ({
  'settings.change': (changes) => deps.settings.change(changes),
  'recent.visit': (item) => {
    deps.recents.visit(item)
    return null
  },
  'recent.ofSources': () => deps.recents.ofSources(),
  'recent.clear': () => {
    deps.recents.clear()
    return null
  },
})

export const settingsStreams = (deps: {
  readonly settings: SettingsStore
  readonly recents: RecentItems
}): Pick<Streams, 'settings.changed' | 'recent.changed'> => ({
  'settings.changed': (_, emit) => {
    emit(deps.settings.read())
    return deps.settings.onChange(emit)
  },
  'recent.changed': (_, emit) => {
    emit(deps.recents.list())
    return deps.recents.onChange(emit)
  },
})
