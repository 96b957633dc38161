/**
 * What a feature gives to the window. Each feature folder exports one object made with `defineFeature`, from its
 * feature.ts; app/features.ts lists them. The shell and other features see nothing else of it.
 */
import { inject, type Component, type InjectionKey } from 'vue'
import type { RouteRecordRaw } from 'vue-router'
import type { AddressDetail } from '#shared/chain/address.ts'
import type { Command } from '#renderer/stores/commands.ts'
import type { UsePaletteSections } from './palette-provider.ts'

/**
 * Where a feature can show a component. `overlay`: dialogs, mounted once. `banner`: above every view. `welcome`: options
 * of the first run; they emit `close` when the person has chosen. `welcome-footer`: beside its title, in the same way.
 * `address-header`: what can be done with an address; it is given `source` and `hash`.
 */
export type SlotName = 'sidebar' | 'banner' | 'overlay' | 'welcome' | 'welcome-footer' | 'address-header'

interface Part {
  /** Parts of a slot are shown in this order; the numbers are 10 apart, so that another fits between. */
  readonly order: number
  readonly component: Component
}

export type SettingsGroup = 'display' | 'keyboard' | 'sources' | 'abis' | 'data' | 'about'

/** A section of the settings page, loaded with it. Its elements of class `setting` are found by what stands in them. */
interface SettingsSection {
  readonly group: SettingsGroup
  readonly order: number
  readonly load: () => Promise<{ readonly default: Component }>
}

/**
 * A tab of an address beside those of its lists; its component is given `source` and `hash`. With `takesOthers` it is a
 * tab of several addresses as one, too: its component is then given `others`.
 */
export interface AddressTab {
  readonly takesOthers?: boolean
  /** In the URL: no list of an address may be called so. */
  readonly id: string
  /** In English: it is looked up where it is shown. */
  readonly title: string
  /** Of a tab that not every address has. */
  readonly isFor?: (detail: AddressDetail | undefined) => boolean
  readonly component: Component
}

export interface Feature {
  /** A view that is seldom opened is loaded when it is: `component: () => import('./XView.vue')`. */
  readonly routes?: readonly RouteRecordRaw[]
  /** Runs once in the setup of the shell: subscriptions that last as long as the window. */
  readonly setup?: () => void
  /** What can be done everywhere. Called once in the setup of the shell; the function it gives may read reactive state. */
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

/** Under this the application provides its features. */
export const featuresKey: InjectionKey<readonly Feature[]> = Symbol('features')

export const useFeatures = (): readonly Feature[] => inject(featuresKey, [])

/** The components that features show in a slot, in their order. */
export const useSlotParts = (name: SlotName): readonly Component[] =>
  useFeatures()
    .flatMap(({ slots }) => slots?.[name] ?? [])
    .sort((one, other) => one.order - other.order)
    .map(({ component }) => component)

export const useAddressTabs = (): readonly AddressTab[] =>
  useFeatures().flatMap(({ addressTabs }) => addressTabs ?? [])
