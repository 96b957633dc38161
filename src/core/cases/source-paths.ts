/** Replaces source ids in the window's paths: a source has another id in a file, and on another machine. */
import type { NewQuestion } from '#shared/rpc/contract/questions.ts'
import type { RowScope } from '#shared/rpc/contract/rows.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'
import { IN_PATH, sourceOfPath } from '#shared/workspace/source-path.ts'

type WithPaths = string | Workspace | NewQuestion

/** Returns the same value with other sources in its paths. */
export function withSources(of: string, ids: ReadonlyMap<string, string>): string
export function withSources(of: Workspace, ids: ReadonlyMap<string, string>): Workspace
export function withSources(of: NewQuestion, ids: ReadonlyMap<string, string>): NewQuestion
export function withSources(of: WithPaths, ids: ReadonlyMap<string, string>): WithPaths {
  if (typeof of === 'string') return pathWith(of, ids)
  if ('panes' in of)
    return {
      ...of,
      panes: of.panes.map((pane) => ({
        ...pane,
        tabs: pane.tabs.map((tab) => ({ ...tab, path: pathWith(tab.path, ids) })),
      })),
    }
  return { ...of, path: pathWith(of.path, ids), scope: scopeWith(of.scope, ids) }
}

function pathWith(path: string, ids: ReadonlyMap<string, string>): string {
  const to = ids.get(sourceOfPath(path) ?? '')
  return to === undefined ? path : path.replace(IN_PATH, () => `/s/${encodeURIComponent(to)}`)
}

function scopeWith(scope: RowScope, ids: ReadonlyMap<string, string>): RowScope {
  const here = (id: string) => ids.get(id) ?? id
  if (scope.of === 'list') return { ...scope, source: here(scope.source) }
  return scope.sources ? { ...scope, sources: scope.sources.map(here) } : scope
}

export const sourcesOfScope = (scope: RowScope): readonly string[] =>
  scope.of === 'list' ? [scope.source] : (scope.sources ?? [])
