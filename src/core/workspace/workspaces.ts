/** The workspace of each window, in the store. */
import { readWorkspace, type Workspace } from '#shared/workspace/workspace.ts'
import { readOpenCase, type KeptOpenCase, type KeptWorkspace } from '#shared/rpc/contract/workspace.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { Database } from '#platform/sqlite/database.ts'

/** More windows than anybody has open; the least recently used are dropped. */
const MAX_WORKSPACES = 20

export interface Workspaces {
  /** Returns the window's stored workspace; the window is open until `close`. */
  open(window: string, before?: string): KeptWorkspace
  close(window: string): void
  keep(window: string, workspace: Workspace, openCase: KeptOpenCase | null): void
}

interface Row {
  readonly window: string
  readonly workspace: string
}

export function createWorkspaces(store: Database): Workspaces {
  /** By window: the number of connections that have it open. A lost connection may end after the next one began. */
  const open = new Map<string, number>()

  const rowOf = (window: string) =>
    store.get<Row>('SELECT window, workspace FROM workspaces WHERE window = ?', window)
  const lastRow = () => store.get<Row>('SELECT window, workspace FROM workspaces ORDER BY used DESC LIMIT 1')

  function write(window: string, workspace: string) {
    try {
      store.transaction(() => {
        store.run(
          `INSERT OR REPLACE INTO workspaces (window, workspace, used)
           VALUES (?, ?, (SELECT coalesce(max(used), 0) + 1 FROM workspaces))`,
          window,
          workspace,
        )
        store.run(
          `DELETE FROM workspaces
           WHERE used <= (SELECT used FROM workspaces ORDER BY used DESC LIMIT 1 OFFSET ?)`,
          MAX_WORKSPACES,
        )
      })
    } catch {
      // If the disk can't be written, a restart loses the tabs; open windows are not affected.
    }
  }

  return {
    open(window, before) {
      const found = rowOf(window) ?? (before === undefined ? undefined : rowOf(before))
      const row = found ?? (open.size === 0 ? lastRow() : undefined)
      open.set(window, (open.get(window) ?? 0) + 1)
      if (!row) return { workspace: null, openCase: null, problem: null }
      const json = parseJson(row.workspace)
      const read = readWorkspace(json)
      // An unreadable workspace stays in the store: a newer program may read it.
      if ('problem' in read) return { workspace: null, openCase: null, problem: read.problem }
      if (row.window !== window) write(window, row.workspace)
      return { workspace: read.workspace, openCase: readOpenCase(json), problem: null }
    },
    close(window) {
      const connections = (open.get(window) ?? 1) - 1
      if (connections === 0) open.delete(window)
      else open.set(window, connections)
    },
    keep(window, workspace, openCase) {
      write(window, JSON.stringify({ ...workspace, ...(openCase ? { openCase } : {}) }))
    },
  }
}
