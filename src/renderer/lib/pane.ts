import { hasInjectionContext, inject, type InjectionKey } from 'vue'

/** A pane as its views know it. */
export interface Pane {
  readonly id: string
  /** Whether keys, commands, the window's title and the status bar belong to this pane. Reactive. */
  readonly isActive: () => boolean
  /** The chain of the shown page, as a decimal id. */
  readonly chainId: () => string | undefined
  readonly setTitle: (title: string) => void
}

export const paneKey: InjectionKey<Pane> = Symbol('pane')

/** The pane of the calling component; undefined for components outside of panes. */
export const usePane = (): Pane | undefined =>
  hasInjectionContext() ? inject(paneKey, undefined) : undefined
