/** What the host says besides the core: items of its menu, and links that came from outside. */
import { watch } from 'vue'
import type { Router } from 'vue-router'
import type { RpcClient } from '#shared/rpc/client.ts'
import { commands } from '#renderer/stores/commands.ts'
import { paletteFor } from '#renderer/features/omnibox/palette.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { HostPort } from './ports/host-port.ts'

interface Deps {
  readonly core: Pick<RpcClient, 'call'>
  readonly router: Pick<Router, 'push'>
}

export function followHost(port: Pick<HostPort, 'onWord'>, { core, router }: Deps): void {
  const sources = useSources()
  port.onWord?.((word) => {
    if (word.verb === 'run-command') commands.value.find(({ id }) => id === word.id)?.run()
    if (word.verb === 'open-place')
      whenSourcesAreKnown(() => {
        openPlace(word.text, word.source)
      })
  })

  /** The same as to paste it into the search field and take the first of what is offered. */
  function openPlace(text: string, source = sources.current) {
    const { sections } = paletteFor(text, {
      source,
      sources: sources.all,
      recent: [],
      commands: [],
    })
    const action = sections[0]?.items[0]?.action
    if (action?.kind !== 'go') return
    if (action.source !== undefined && action.source !== sources.current)
      void core.call('sources.use', { id: action.source })
    void router.push(action.to)
  }

  /** A link may have started the app: then the sources are still on their way. */
  function whenSourcesAreKnown(work: () => void) {
    const stop = watch(
      () => sources.all.length > 0,
      (known) => {
        if (!known) return
        queueMicrotask(() => {
          stop()
        })
        work()
      },
      { immediate: true },
    )
  }
}
