import { toValue, type MaybeRefOrGetter } from 'vue'
import { ExternalLink } from '@lucide/vue'
import { $gettext } from '#shared/text/gettext.ts'
import { explorerUrl } from '#shared/targets/explorer-url.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { registerCommands } from '#renderer/stores/commands.ts'
import { useSources } from '#renderer/stores/sources.ts'

/**
 * Registers a command that opens an address, transaction or block in the source's explorer, where the source has one.
 */
export function registerExplorerCommand(
  kind: 'address' | 'tx' | 'block',
  source: MaybeRefOrGetter<string>,
  id: MaybeRefOrGetter<string>,
): void {
  const core = useCore()
  const sources = useSources()
  registerCommands(() => {
    const view = sources.byId(toValue(source))
    const url = view && explorerUrl(view, kind, toValue(id))
    return url === undefined
      ? []
      : [
          {
            id: `${kind}.explorer`,
            label: $gettext('Open in the explorer'),
            group: 'Here',
            inMenu: { icon: ExternalLink, order: 32 },
            run: () => void core.call('links.open', { url }),
          },
        ]
  })
}
