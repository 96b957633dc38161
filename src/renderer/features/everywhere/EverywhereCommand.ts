import { defineComponent } from 'vue'
import { useRouter } from 'vue-router'
import { Layers } from '@lucide/vue'
import { $gettext } from '#shared/text/gettext.ts'
import { everywhereRoute } from '#renderer/entities/routes.ts'
import { registerCommands } from '#renderer/stores/commands.ts'

/** In the menu of an address: the same address on every chain. */
export default defineComponent({
  props: { source: { type: String, required: true }, hash: { type: String, required: true } },
  setup(props) {
    const router = useRouter()
    registerCommands(() => [
      {
        id: 'address.everywhere',
        label: $gettext('Show on all chains'),
        group: 'Here',
        inMenu: { icon: Layers, order: 12 },
        run: () => router.push(everywhereRoute(props.hash)),
      },
    ])
    return () => null
  },
})
