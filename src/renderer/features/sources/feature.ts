import { Waypoints } from '@lucide/vue'
import { defineAsyncComponent } from 'vue'
import { useRouter } from 'vue-router'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { sideLink } from '#renderer/ui/side-link.ts'
import { useAddAnything } from '#renderer/stores/add-anything.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { defineFeature } from '../feature.ts'
import { loadWhen } from '../load-when.ts'
import SourceSwitcher from './SourceSwitcher.vue'

/** Shown until a source is chosen. */
const ExplorerOption = defineAsyncComponent(() => import('./ExplorerOption.vue'))
const ProOption = defineAsyncComponent(() => import('./ProOption.vue'))
const NodeOption = defineAsyncComponent(() => import('./NodeOption.vue'))

const AddAnything = loadWhen(
  () => {
    const dialog = useAddAnything()
    return () => dialog.text !== undefined
  },
  () => import('./AddAnything.vue'),
)

export const sources = defineFeature({
  routes: [{ path: '/sources', name: 'sources', component: () => import('./SourcesView.vue') }],
  commands: () => {
    const router = useRouter()
    const dialog = useAddAnything()
    return () => [
      {
        id: 'source.add',
        label: $gettext('Add anything'),
        group: 'Go',
        run: () => {
          dialog.open()
        },
      },
      {
        id: 'go.sources',
        label: $gettext('Sources'),
        group: 'Go',
        run: () => router.push({ name: 'sources' }),
      },
    ]
  },
  palette: async () => (await import('./palette-sections.ts')).usePaletteSections,
  slots: {
    sidebar: [
      { order: 10, component: SourceSwitcher },
      {
        order: 60,
        component: sideLink({ name: 'sources' }, $msgid('Sources'), Waypoints, () => ({
          amount: useSources().shown.length,
        })),
      },
    ],
    overlay: [{ order: 50, component: AddAnything }],
    welcome: [
      { order: 20, component: ExplorerOption },
      { order: 25, component: ProOption },
      // Last, because it appears late or not at all, and must not move the others.
      { order: 30, component: NodeOption },
    ],
  },
})
