/** How a feature adds sections to the palette: plain data, computed for each key that is typed; nothing is requested. */
import type { RouteLocationRaw } from 'vue-router'
import type { Target } from '#shared/targets/target.ts'

export interface PaletteItem {
  readonly id: string
  readonly label: string
  /** Beside the label: a short hash, a host. */
  readonly detail?: string | undefined
  readonly keys?: string | undefined
  /** What to beware of, beside the label. */
  readonly mark?:
    { readonly tone: 'bad' | 'warn'; readonly label: string; readonly title: string } | undefined
  /** It is called just as the text: Enter opens it, whatever else was found. */
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
  /** Sections are shown in this order, over all providers. */
  readonly order: number
  readonly title: string
  readonly tone?: 'warn'
  /** A section without items is not shown. */
  readonly items: readonly PaletteItem[]
}

export interface PaletteQuery {
  /** What was typed, without space around it; empty at first. */
  readonly text: string
  /** What the text points to, best first; empty where it is a word to search for. */
  readonly targets: readonly Target[]
}

export type PaletteProvider = (query: PaletteQuery) => readonly PaletteSection[]

/** Called once, in the setup of the palette: it may use stores and the route. */
export type UsePaletteSections = () => PaletteProvider
