/** The commands of tabs and panes. */
import { nextTick } from 'vue'
import { Columns2, Link } from '@lucide/vue'
import type { Router } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import type { WorkspaceTab } from '#shared/workspace/workspace.ts'
import { chainRoute } from '#renderer/entities/routes.ts'
import { useCommands, registerCommands, type Command } from '#renderer/stores/commands.ts'
import {
  closePlace,
  editPlaces,
  openInFront,
  openInOtherPane,
  reopenPlace,
  showPlace,
} from '#renderer/stores/places.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import { copyText } from '#renderer/lib/clipboard.ts'
import { joinPanes, moveTab, moveToEdge, pinTab, adjacentTab } from '#renderer/lib/edit-workspace.ts'
import { placeLink } from '#renderer/lib/place-link.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { followTabs } from './follow-tabs.ts'
import { openWindow } from './open-window.ts'
import type { PaneRouters } from './pane-routers.ts'
import { goInPane } from './use-pane-history.ts'

/** A browser uses the usual keys for its own tabs. */
const isBrowser = !('chainglass' in window)
/** The key of a tab command. A browser has a second one. */
const tabKey = (key: string): Pick<Command, 'keys' | 'otherKeys'> =>
  isBrowser ? { keys: `alt+${key}`, otherKeys: `mod+alt+${key}` } : { keys: `mod+${key}` }

const LAST = 9

export function registerPlaceCommands(routers: PaneRouters): void {
  const workspace = useWorkspace()
  followTabs(routers)
  registerCommands(() => [
    ...always(routers),
    ...(workspace.isPlain ? ofPlainWindow() : [...ofFront(), ...ofTabs(), ...ofPanes()]),
  ])
}

function always(routers: PaneRouters): Command[] {
  const { window: router } = routers
  const { front, current: workspace } = useWorkspace()
  const sources = useSources()
  const commands = useCommands()
  async function openNew() {
    const { source } = router.currentRoute.value.params
    const of = typeof source === 'string' ? source : sources.current
    openInFront(of === undefined ? '/' : router.resolve(chainRoute(of)).fullPath)
    await nextTick()
    commands.run('search')
  }
  const split = (layout?: 'below') => () => {
    if (front) openInOtherPane(front.path, front.title, layout)
  }
  return [
    {
      id: 'go.back',
      label: $gettext('Back'),
      group: 'Go',
      shortcut: 'back',
      keyboardOnly: true,
      run: () => {
        goInPane(routers, workspace.activePane, -1)
      },
    },
    {
      id: 'go.forward',
      label: $gettext('Forward'),
      group: 'Go',
      shortcut: 'forward',
      keyboardOnly: true,
      run: () => {
        goInPane(routers, workspace.activePane, 1)
      },
    },
    {
      id: 'place.copyLink',
      label: $gettext('Copy link'),
      group: 'Here',
      inMenu: { icon: Link, order: 22 },
      run: () => copyLink(router),
    },
    { id: 'place.new', label: $gettext('New tab'), group: 'Go', ...tabKey('t'), run: openNew },
    {
      id: 'place.reopen',
      label: $gettext('Reopen closed tab'),
      group: 'Go',
      ...tabKey('shift+t'),
      run: reopenPlace,
    },
    {
      id: 'place.split',
      label: $gettext('Open this place beside'),
      group: 'View',
      keys: 'mod+\\',
      inMenu: { icon: Columns2, order: 20 },
      run: split(),
    },
    { id: 'place.splitBelow', label: $gettext('Open this place below'), group: 'View', run: split('below') },
  ]
}

/** In the desktop app, the menu closes the window with the key that closes a tab. */
const ofPlainWindow = (): Command[] =>
  isBrowser
    ? []
    : [
        {
          id: 'place.close',
          label: $gettext('Close window'),
          group: 'View',
          keys: 'mod+w',
          keyboardOnly: true,
          run: () => {
            window.close()
          },
        },
      ]

function ofFront(): Command[] {
  const { front, activePane: pane } = useWorkspace()
  if (!front || !pane) return []
  const at = pane.tabs.indexOf(front)
  const moveTo = (position: number) => () => {
    editPlaces((now) => moveTab(now, front.id, pane.id, position))
  }
  const close = () => {
    closePlace(front.id)
  }
  const pin = () => {
    editPlaces((now) => pinTab(now, front.id, !front.isPinned))
  }
  const moveOut = () => {
    if (openWindow(front.path)) close()
  }
  const pinLabel = front.isPinned ? $gettext('Unpin tab') : $gettext('Pin tab')
  return [
    { id: 'place.close', label: $gettext('Close tab'), group: 'Go', ...tabKey('w'), run: close },
    { id: 'place.pin', label: pinLabel, group: 'View', run: pin },
    { id: 'place.left', label: $gettext('Move tab left'), group: 'View', run: moveTo(Math.max(0, at - 1)) },
    { id: 'place.right', label: $gettext('Move tab right'), group: 'View', run: moveTo(at + 1) },
    { id: 'place.window', label: $gettext('Move tab to a new window'), group: 'View', run: moveOut },
  ]
}

function ofTabs(): Command[] {
  const workspace = useWorkspace()
  const { tabs = [] } = workspace.activePane ?? {}
  const show = (tab: WorkspaceTab | undefined) => () => {
    if (tab) showPlace(tab.id)
  }
  const next = show(adjacentTab(workspace.current, 1))
  const previous = show(adjacentTab(workspace.current, -1))
  const key = isBrowser ? 'alt' : 'mod'
  return [
    { id: 'place.next', label: $gettext('Next tab'), group: 'Go', keys: `${key}+pagedown`, run: next },
    {
      id: 'place.previous',
      label: $gettext('Previous tab'),
      group: 'Go',
      keys: `${key}+pageup`,
      run: previous,
    },
    ...Array.from({ length: Math.min(LAST, tabs.length) }, (_, index): Command => {
      const number = String(index + 1)
      return {
        id: `place.${number}`,
        label: $gettext('Show tab %{number}', { number }),
        group: 'Go',
        ...tabKey(number),
        keyboardOnly: true,
        run: show(index + 1 === LAST ? tabs.at(-1) : tabs[index]),
      }
    }),
  ]
}

function ofPanes(): Command[] {
  const workspace = useWorkspace()
  const { front } = workspace
  const { panes, activePane, layout } = workspace.current
  const other = panes.find(({ id }) => id !== activePane)
  if (!other || !front) return []
  const goToOther = () => {
    workspace.activatePane(other.id)
    focusPane(other.id)
  }
  const move = () => {
    editPlaces((now) => moveToEdge(now, front.id, layout, panes[0] === other))
  }
  const turn = () => {
    editPlaces((now) => ({ ...now, layout: layout === 'beside' ? 'below' : 'beside' }))
  }
  const join = () => {
    editPlaces(joinPanes)
  }
  const turnLabel =
    layout === 'beside'
      ? $gettext('Put the panes below each other')
      : $gettext('Put the panes beside each other')
  return [
    { id: 'pane.other', label: $gettext('Go to the other pane'), group: 'Go', keys: 'f6', run: goToOther },
    { id: 'pane.move', label: $gettext('Move tab to the other pane'), group: 'View', run: move },
    { id: 'pane.turn', label: turnLabel, group: 'View', run: turn },
    { id: 'pane.join', label: $gettext('Join the panes'), group: 'View', run: join },
  ]
}

/** Focuses the rows of a pane, else its page. */
function focusPane(id: string) {
  const place = document.getElementById(`place-${id}`)
  const rows = place?.querySelector<HTMLElement>('[role=grid], [role=tree]')
  ;(rows ?? place)?.focus()
}

/** Copies a link to the shown place. */
async function copyLink({ currentRoute }: Router): Promise<void> {
  const { params, fullPath } = currentRoute.value
  const chainId = typeof params.source === 'string' ? useSources().byId(params.source)?.chainId : undefined
  const isCopied = await copyText(placeLink(fullPath, location, chainId))
  useToasts().show(isCopied ? $gettext('The link is copied.') : $gettext('The link could not be copied.'))
}
