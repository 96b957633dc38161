/**
 * Mounts one component as the window would: with the router, Pinia, the query client and a core, in a real Chromium.
 *
 * How to test a component:
 * 1. Name the file `Part.browser.test.ts`, beside the component. `npx vitest run path/to/Part.browser.test.ts` runs it.
 * 2. `const { wrapper, core, router } = await mountInApp(Part, { props: { ... }, route: '/s/eth' })`. The wrapper is
 *    that of @vue/test-utils; the element is attached to the document and has the styles of the window, so sizes,
 *    focus and scrolling are real. It is unmounted after each test.
 * 3. The core is scripted (scripted-core.ts): `core.emit('settings.changed', { ... })` and `core.emit('sources.changed',
 *    { ... })` tell the stores what they would hear; `core.handle('watchlist.add', (input) => ...)` answers a call;
 *    `await core.respond(pageOf(0, 50, 50))` answers the oldest request for a page of a list.
 * 4. Real keys and clicks: `import { userEvent } from 'vitest/browser'`, then `await userEvent.keyboard('{ArrowDown}')`.
 *    What is drawn later (a frame, a request) is awaited with `await expect.poll(() => wrapper.text()).toContain(...)`
 *    or `await expect.element(page.getByRole('row', { name: '...' })).toBeVisible()`.
 * 5. All files share one page. What a test adds to it that does not go with its component, it takes away. Addresses that
 *    shall look alike get digits that no other file has: they are shown longer from then on.
 * 6. Time is faked with `vi.useFakeTimers()` and `vi.advanceTimersByTime(ms)`; no test waits for a clock.
 */
import { VueQueryPlugin } from '@tanstack/vue-query'
import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import type { Component } from 'vue'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import { createQueryClient } from '#renderer/app/query-client.ts'
import { createPaneRouters, paneRoutersKey } from '#renderer/app/panes/pane-routers.ts'
import { createAppRouter } from '#renderer/app/router.ts'
import { features } from '#renderer/app/features.ts'
import { featuresKey, type Feature } from '#renderer/features/feature.ts'
import { coreKey } from '#renderer/lib/use-core.ts'
import { loadColumns } from '#renderer/lists/columns/list-columns.ts'
import { useActivity } from '#renderer/stores/activity.ts'
import { useOwnAbis } from '#renderer/stores/own-abis.ts'
import { useRecent } from '#renderer/stores/recent.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import { createScriptedCore, type ScriptedCore } from './scripted-core.ts'

export interface MountOptions {
  readonly props?: Readonly<Record<string, unknown>>
  readonly slots?: Readonly<Record<string, string | Component>>
  /** Path of the window's route. */
  readonly route?: string
  /** A prepared core; a new one by default. */
  readonly core?: ScriptedCore
  /** Replaces the features of the application. */
  readonly features?: readonly Feature[]
}

export interface Mounted {
  readonly wrapper: VueWrapper
  readonly element: HTMLElement
  readonly core: ScriptedCore
  /** Knows all routes of the application by name and path. No view is loaded. */
  readonly router: Router
}

const EMPTY_VIEW = { render: () => null }

/** Mounts `component` into an element that fills the page. All stores of the window follow the scripted core. */
export async function mountInApp(component: Component, options: MountOptions = {}): Promise<Mounted> {
  const { props = {}, slots = {}, route = '/', core = createScriptedCore() } = options
  const pinia = createPinia()
  const routers = createPaneRouters({
    history: createMemoryHistory(),
    workspace: useWorkspace(pinia),
    createRouter: (history) =>
      createRouter({
        history,
        routes: createAppRouter(createMemoryHistory())
          .getRoutes()
          .map(({ path, name }) => ({
            path,
            ...(name === undefined ? {} : { name }),
            component: EMPTY_VIEW,
          })),
      }),
  })
  const router = routers.of(useWorkspace(pinia).current.activePane)
  for (const useStore of [useSettings, useSources, useRecent, useWatchlist, useActivity, useOwnAbis])
    useStore(pinia).follow(core)
  await Promise.all([loadColumns(), router.push(route)])
  const host = document.createElement('div')
  host.className = 'test-host'
  document.body.replaceChildren(host)
  const wrapper = mount(component, {
    props,
    slots: slots as Record<string, string>,
    attachTo: host,
    global: {
      plugins: [pinia, router, [VueQueryPlugin, { queryClient: createQueryClient() }]],
      provide: {
        [coreKey as symbol]: core,
        [featuresKey as symbol]: options.features ?? features,
        [paneRoutersKey as symbol]: routers,
      },
    },
  })
  return { wrapper: wrapper as VueWrapper, element: wrapper.element as HTMLElement, core, router }
}
