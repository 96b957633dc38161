/**
 * The interface between a feature and the window. Each feature folder exports one object made with `defineFeature` from its
 * feature.ts; app/features.ts lists them. The shell and other features use nothing else of it.
 */
import { inject, type Component, type InjectionKey } from 'vue'
import { useRouter, type RouteRecordRaw } from 'vue-router'
import type { AddressDetail } from '#shared/chain/address.ts'
import { $gettext } from '#shared/text/gettext.ts'
import type { Command } from '#renderer/stores/commands.ts'
import type { UsePaletteSections } from './palette-provider.ts'

/**
 * Places for components of features. `overlay`: dialogs, mounted once. `banner`: above every view. `welcome`: options of
 * the first run; they emit `close` when the person has chosen. `welcome-footer`: beside its title, in the same way.
 * `address-header`: actions for an address; gets the props `source` and `hash`.
 */
export type SlotName = 'sidebar' | 'banner' | 'overlay' | 'welcome' | 'welcome-footer' | 'address-header'

interface Part {
  /** Order within the slot; numbers are 10 apart, so that others fit in between. */
  readonly order: number
  readonly component: Component
}

export type SettingsGroup = 'display' | 'keyboard' | 'sources' | 'abis' | 'data' | 'about'

/**
 * A section of the settings page, loaded with it. The search of the page finds elements of class `setting` by their text.
 */
interface SettingsSection {
  readonly group: SettingsGroup
  readonly order: number
  readonly load: () => Promise<{ readonly default: Component }>
}

/**
 * A tab of an address besides those of its lists. Its component gets the props `source` and `hash`. With `takesOthers` the
 * tab exists for several addresses too, and gets the prop `others`.
 */
export interface AddressTab {
  readonly takesOthers?: boolean
  /** Id in the URL; must differ from the ids of an address's lists. */
  readonly id: string
  /** Message id in English, translated where it is shown. */
  readonly title: string
  /** Whether an address has the tab; all have it if this is undefined. */
  readonly isFor?: (detail: AddressDetail | undefined) => boolean
  readonly component: Component
}

export interface Feature {
  /** Load a rarely opened view lazily: `component: () => import('./XView.vue')`. */
  readonly routes?: readonly RouteRecordRaw[]
  /** Runs once in the setup of the shell, for subscriptions that last as long as the window. */
  readonly setup?: () => void
  /** Global commands. Called once in the setup of the shell; the returned function may read reactive state. */
  readonly commands?: () => () => readonly Command[]
  /**
   * Sections of the palette, loaded with it after the first rows:
   * `palette: async () => (await import('./palette-sections.ts')).usePaletteSections`.
   */
  readonly palette?: () => Promise<UsePaletteSections>
  readonly settings?: readonly SettingsSection[]
  readonly slots?: Readonly<Partial<Record<SlotName, readonly Part[]>>>
  readonly addressTabs?: readonly AddressTab[]
}

export const defineFeature = (feature: Feature): Feature => feature

/** The command that opens the view of this route. `label` is English and translated when it is shown. */
export const opensView = (name: string, label: string) => () => {
  const router = useRouter()
  return (): readonly Command[] => [
    { id: `go.${name}`, label: $gettext(label), group: 'Go', run: () => router.push({ name }) },
  ]
}

/** Injection key of the application's features. */
export const featuresKey: InjectionKey<readonly Feature[]> = Symbol('features')

export const useFeatures = (): readonly Feature[] => inject(featuresKey, [])

/** The components of features in a slot, in order. */
export const useSlotParts = (name: SlotName): readonly Component[] =>
  useFeatures()
    .flatMap(({ slots }) => slots?.[name] ?? [])
    .sort((one, other) => one.order - other.order)
    .map(({ component }) => component)

export const useAddressTabs = (): readonly AddressTab[] =>
  useFeatures().flatMap(({ addressTabs }) => addressTabs ?? [])
