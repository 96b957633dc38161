/** The places open in each window, kept so that they are there again after a restart or a crash. */
import * as z from 'zod/mini'
import { workspace, type Workspace, type WorkspaceProblem } from '#shared/workspace/workspace.ts'
import { call, event } from './definition.ts'

/** A window names itself, anew with each page that is loaded. */
const window = z.string().check(z.regex(/^[\w-]{8,40}$/))

/** The case that is open in a window, and what was open there before it: that comes back when the case is closed. */
const openCase = z.object({ id: z.int().check(z.positive()), before: z.nullable(workspace) })
export type KeptOpenCase = Readonly<z.infer<typeof openCase>>

export interface KeptWorkspace {
  /** Null where there is none for this window. */
  readonly workspace: Workspace | null
  /** Null where none was open. */
  readonly openCase: KeptOpenCase | null
  /** Why there is none, where one was kept. */
  readonly problem: WorkspaceProblem | null
}

export const workspaceCalls = {
  /** What the window shows now. Kept at once. */
  'workspace.keep': call<null>().with(z.object({ window, workspace, openCase: z.nullable(openCase) })),
} as const

/** Reads what is said to be an open case. Never throws. */
export function readOpenCase(value: unknown): KeptOpenCase | null {
  const read = z.safeParse(z.object({ openCase }), value)
  return read.success ? read.data.openCase : null
}

export const workspaceEvents = {
  /**
   * What was kept for this window, once; a window is open for as long as it subscribes. `before`: the name it had before
   * it was loaded again. The first window to be opened has what was kept last of any.
   */
  'workspace.changed': event<KeptWorkspace>().with(z.object({ window, before: z.optional(window) })),
} as const
