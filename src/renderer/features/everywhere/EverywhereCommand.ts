import { defineComponent } from 'vue'
import { useRouter } from 'vue-router'
import { Layers } from '@lucide/vue'
import { $gettext } from '#shared/text/gettext.ts'
import { everywhereRoute } from '#renderer/entities/routes.ts'
import { registerCommands } from '#renderer/stores/commands.ts'

/** Command in the menu of an address: opens the same address on all chains. */
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
