import { defineComponent } from 'vue'
import { useRouter } from 'vue-router'
import { HandCoins } from '@lucide/vue'
import { $gettext } from '#shared/text/gettext.ts'
import { addressRoute } from '#renderer/entities/routes.ts'
import { registerCommands } from '#renderer/stores/commands.ts'
import { APPROVALS_TAB } from './approvals-tab.ts'

/** Command in the menu of an address: opens its approvals. */
export default defineComponent({
  props: { source: { type: String, required: true }, hash: { type: String, required: true } },
  setup(props) {
    const router = useRouter()
    registerCommands(() => [
      {
        id: 'address.approvals',
        label: $gettext('Approvals'),
        group: 'Here',
        inMenu: { icon: HandCoins, order: 14 },
        run: () => router.push(addressRoute(props.source, props.hash, APPROVALS_TAB)),
      },
    ])
    return () => null
  },
})
