import type { QueryClient } from '@tanstack/vue-query'
import type { Router } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import { useWorkspace, workspaceOf } from '#renderer/stores/workspace.ts'

interface Deps {
  readonly router: Pick<Router, 'push'>
  readonly queries: Pick<QueryClient, 'clear'>
}

/** Clears the window after everything was erased, here or in another window: its cached data and its tabs. */
export function showErased({ router, queries }: Deps): void {
  const workspace = useWorkspace()
  queries.clear()
  useToasts().show($gettext('Everything is erased.'))
  if (workspace.front && !workspace.isPlain) workspace.replaceAll(workspaceOf(workspace.front))
  void router.push({ name: 'start' })
}
