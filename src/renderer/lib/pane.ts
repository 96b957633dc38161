import { hasInjectionContext, inject, type InjectionKey } from 'vue'

/** What a view knows of the pane that it is in. */
export interface Pane {
  readonly id: string
  /** Whether keys, commands, the title and the status bar are for it. May be read in effects. */
  readonly isActive: () => boolean
  /** The chain of what it shows, a decimal id. */
  readonly chainId: () => string | undefined
  readonly setTitle: (title: string) => void
}

export const paneKey: InjectionKey<Pane> = Symbol('pane')

/** The pane of the calling component; undefined for what is of the window. */
export const usePane = (): Pane | undefined =>
  hasInjectionContext() ? inject(paneKey, undefined) : undefined
