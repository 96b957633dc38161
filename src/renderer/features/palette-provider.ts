/** Sections of the palette from features: plain data, computed for each typed key, without requests. */
import type { RouteLocationRaw } from 'vue-router'
import type { Target } from '#shared/targets/target.ts'

export interface PaletteItem {
  readonly id: string
  readonly label: string
  /** Text beside the label, such as a short hash or a host. */
  readonly detail?: string | undefined
  readonly keys?: string | undefined
  /** A warning beside the label. */
  readonly mark?:
    { readonly tone: 'bad' | 'warn'; readonly label: string; readonly title: string } | undefined
  /** The name equals the text: Enter opens this item before all others. */
  readonly isExact?: boolean | undefined
  readonly icon:
    | { readonly kind: 'address'; readonly address: string }
    | { readonly kind: 'source'; readonly name: string }
    | { readonly kind: 'transaction' | 'token' | 'block' | 'command' | 'add' }
  readonly action:
    | { readonly kind: 'go'; readonly to: RouteLocationRaw; readonly source?: string | undefined }
    | { readonly kind: 'source'; readonly source: string }
    | { readonly kind: 'link'; readonly url: string }
    | { readonly kind: 'run'; readonly run: () => unknown }
}

export interface PaletteSection {
  /** Order among the sections of all providers. */
  readonly order: number
  readonly title: string
  readonly tone?: 'warn'
  /** A section without items is not shown. */
  readonly items: readonly PaletteItem[]
}

export interface PaletteQuery {
  /** The typed text, trimmed; empty at first. */
  readonly text: string
  /** Targets in the text, best first; empty if the text is a word to search for. */
  readonly targets: readonly Target[]
}

export type PaletteProvider = (query: PaletteQuery) => readonly PaletteSection[]

/** Called once in the setup of the palette, so it may use stores and the route. */
export type UsePaletteSections = () => PaletteProvider
