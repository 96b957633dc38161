/** Handles messages of the host, apart from the core's: chosen menu items, and links from outside. */
import { watch } from 'vue'
import type { Router } from 'vue-router'
import { parseTargets } from '#shared/targets/parse-target.ts'
import type { HostMessage } from '#shared/rpc/messages.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { addSourceRoute, sourceOfTarget, targetRoute } from '#renderer/entities/target-route.ts'
import { useCommands } from '#renderer/stores/commands.ts'
import { type OutsideLink, useOutsideLink } from '#renderer/stores/outside-link.ts'
import { afterFirstRows } from '#renderer/lib/paint/after-first-rows.ts'
import { inIdleTurn } from '#renderer/lib/paint/idle-turns.ts'
import { useSources } from '#renderer/stores/sources.ts'

interface Deps {
  readonly core: Pick<RpcClient, 'call'>
  readonly router: Pick<Router, 'push'>
}

export function takeHostMessage(message: HostMessage, { core, router }: Deps): void {
  const sources = useSources()
  const commands = useCommands()
  const outsideLink = useOutsideLink()
  if (message.verb === 'run-command') {
    const { id } = message
    if (commands.all.some((command) => command.id === id)) commands.run(id)
    // The command may be registered by a part that loads after the first rows.
    else
      afterFirstRows(() => {
        void inIdleTurn(() => commands.run(id))
      })
  }
  if (message.verb === 'navigate')
    whenSourcesAreLoaded(() => {
      findTarget(message.text, message.source)?.open()
    })
  if (message.verb === 'ask-to-open')
    whenSourcesAreLoaded(() => {
      const found = findTarget(message.text)
      if (found) outsideLink.ask(found)
    })

  /**
   * The target of a text, read like the text of the search field. `open` goes there, or to the form that adds a source
   * where none reads its chain. Undefined where the text has no page.
   */
  function findTarget(text: string, current = sources.current): OutsideLink | undefined {
    const [target] = parseTargets(text).targets
    if (!target) return undefined
    const source = sourceOfTarget(target, sources.all, current)
    if (!source) return { target, source, open: () => void router.push(addSourceRoute(target.host)) }
    const to = targetRoute(target, source.id)
    if (!to) return undefined
    return {
      target,
      source,
      open() {
        if (source.id !== sources.current) void core.call('sources.use', { id: source.id })
        void router.push(to)
      },
    }
  }

  /** A link may have started the app, so the sources may not be loaded yet. */
  function whenSourcesAreLoaded(run: () => void) {
    const stop = watch(
      () => sources.all.length > 0,
      (isLoaded) => {
        if (!isLoaded) return
        queueMicrotask(() => {
          stop()
        })
        run()
      },
      { immediate: true },
    )
  }
}
