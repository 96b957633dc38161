/** The pages that are open in each window, stored so that they are there again after a restart or a crash. */
import * as z from 'zod/mini'
import { workspace, type Workspace, type WorkspaceProblem } from '#shared/workspace/workspace.ts'
import { call, event } from './definition.ts'

/** The name that a window gives itself, a new one at each load of its page. */
const window = z.string().check(z.regex(/^[\w-]{8,40}$/))

/** The case that is open in a window, and the workspace before it, which returns when the case is closed. */
const openCase = z.object({ id: z.int().check(z.positive()), before: z.nullable(workspace) })
export type KeptOpenCase = Readonly<z.infer<typeof openCase>>

export interface KeptWorkspace {
  /** Null if there is none for this window. */
  readonly workspace: Workspace | null
  /** Null if no case was open. */
  readonly openCase: KeptOpenCase | null
  /** Why a stored workspace can't be used. */
  readonly problem: WorkspaceProblem | null
}

export const workspaceCalls = {
  /** Stores what the window shows now, at once. */
  'workspace.keep': call<null>().with(z.object({ window, workspace, openCase: z.nullable(openCase) })),
} as const

/** Reads a stored open case. Never throws. */
export function readOpenCase(value: unknown): KeptOpenCase | null {
  const read = z.safeParse(z.object({ openCase }), value)
  return read.success ? read.data.openCase : null
}

export const workspaceEvents = {
  /**
   * Emits the window's stored workspace once; the window counts as open while it subscribes. `before`: its name
   * before the page was reloaded. The first window of a session gets the workspace that was stored last.
   */
  'workspace.changed': event<KeptWorkspace>().with(z.object({ window, before: z.optional(window) })),
} as const
