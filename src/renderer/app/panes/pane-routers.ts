/**
 * A router for each pane, with the same routes. All routers share the history of the window: an entry names the tab
 * that it belongs to. The URL is that of the active tab. The parts for several tabs are in follow-tabs.ts.
 */
import { computed, shallowReactive, type InjectionKey } from 'vue'
import {
  START_LOCATION,
  type RouteLocationNormalizedLoaded,
  type Router,
  type RouterHistory,
} from 'vue-router'
import { createDeferredHistory } from './deferred-history.ts'
import { record as recordStep, type Step, type PaneHistories } from './pane-history.ts'
import { tabInFront, type useWorkspace } from '#renderer/stores/workspace.ts'

type HistoryListener = Parameters<RouterHistory['listen']>[0]

export interface PaneRouters {
  /** The router of a pane, which is created on first use. */
  of(paneId: string): Router
  /** A router that acts on the currently active pane. */
  readonly window: Router
  readonly history: RouterHistory
  /** By pane: navigates without adding an entry to the history. Set once its first place is shown. */
  readonly listeners: Map<string, HistoryListener>
  readonly forget: (paneId: string) => void
  readonly histories: PaneHistories
  /** Takes a pane to a step of its trail. */
  goIn: (paneId: string, step: Step) => void
  /** The step before or after the current one of a pane; undefined without one. */
  peek: (paneId: string, by: -1 | 1) => Step | undefined
  /** Runs when the history of the window goes back or forward. */
  onPop: HistoryListener
}
export const paneRoutersKey: InjectionKey<PaneRouters> = Symbol('pane routers')

type AddGuard = (guard: unknown) => () => void

interface Deps {
  readonly history: RouterHistory
  readonly workspace: ReturnType<typeof useWorkspace>
  readonly createRouter: (history: RouterHistory) => Router
}

export function createPaneRouters({ workspace, createRouter, ...deps }: Deps): PaneRouters {
  const history = createDeferredHistory(deps.history)
  const panes = new Map<string, Router>()
  const listeners = new Map<string, HistoryListener>()
  const histories: PaneHistories = new Map()
  /** Guards of all panes: each adds its listener to one more router. */
  const guards = new Set<(router: Router) => () => void>()

  function open(paneId: string): Router {
    const record = (method: 'push' | 'replace') => (to: string, data?: RouterHistory['state']) => {
      const { current } = workspace
      const tab = tabInFront(current, paneId)?.id
      if (tab !== undefined) recordStep(histories, paneId, { tab, path: to }, method)
      if (current.activePane === paneId) history[method](to, { ...data, tab })
    }
    const own: Partial<RouterHistory> = {
      push: record('push'),
      replace: record('replace'),
      listen: (listener) => {
        listeners.set(paneId, listener)
        return () => undefined
      },
    }
    const router = createRouter(Object.assign(Object.create(history) as RouterHistory, own))
    panes.set(paneId, router)
    router.afterEach(({ fullPath }, _, failure) => {
      if (!failure) workspace.changeFront(paneId, { path: fullPath })
    })
    for (const add of guards) add(router)
    void router.push(tabInFront(workspace.current, paneId)?.path ?? '/')
    return router
  }
  const of = (id: string) => panes.get(id) ?? open(id)
  const active = () => of(workspace.current.activePane)
  const currentRoute = computed(() => active().currentRoute.value)

  const routers: PaneRouters = {
    of,
    history,
    listeners,
    histories,
    forget(paneId) {
      panes.delete(paneId)
      histories.delete(paneId)
      listeners.delete(paneId)
    },
    goIn: () => undefined,
    peek: () => undefined,
    onPop(...step) {
      listeners.get(workspace.current.activePane)?.(...step)
    },
    window: new Proxy({} as Router, {
      get(_, name) {
        if (name === 'currentRoute') return currentRoute
        if (!/^(before|after|on)/.test(String(name))) return Reflect.get(active(), name) as unknown
        return (guard: unknown) => {
          const add = (router: Router) => (Reflect.get(router, name) as AddGuard)(guard)
          guards.add(add)
          const removers = [...panes.values()].map(add)
          return () => {
            guards.delete(add)
            for (const remove of removers) remove()
          }
        }
      },
    }),
  }
  history.listen((...step) => {
    routers.onPop(...step)
  })
  return routers
}

/** A router's route as components inject it: each of its fields is reactive. */
export function routeOf(router: Router): RouteLocationNormalizedLoaded {
  const route = {}
  for (const name of Object.keys(START_LOCATION) as (keyof RouteLocationNormalizedLoaded)[])
    Object.defineProperty(route, name, { enumerable: true, get: () => router.currentRoute.value[name] })
  return shallowReactive(route) as RouteLocationNormalizedLoaded
}
