/**
 * The route of the flow graph, and the command that opens it. They are apart from the other routes, since only parts that
 * load after the first rows link to it.
 */
import { Waypoints } from '@lucide/vue'
import { useRouter, type RouteLocationNamedRaw } from 'vue-router'
import { registerCommands } from '#renderer/stores/commands.ts'

/** The flow graph of an address or a transaction. */
export const flowRoute = (source: string, from: string): RouteLocationNamedRaw => ({
  name: 'flow',
  params: { source },
  query: { from },
})

/** Registers the command for the flow graph of an address or a transaction. Call it in a component's setup. */
export function registerFlowCommand(label: () => string, route: () => RouteLocationNamedRaw): void {
  const router = useRouter()
  registerCommands(() => [
    {
      id: 'go.flow',
      label: label(),
      group: 'Here',
      shortcut: 'flow',
      inMenu: { icon: Waypoints, order: 2 },
      run: () => router.push(route()),
    },
  ])
}
