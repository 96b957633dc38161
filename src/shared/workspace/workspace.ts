/** The places open in a window: its panes, and the tabs of each. The core stores it, and a case contains one. */
import * as z from 'zod/mini'
import {
  MAX_PANES,
  MAX_PATH_LENGTH,
  MAX_PLACES,
  MAX_TITLE_LENGTH,
  MIN_RATIO,
  WORKSPACE_VERSION,
} from './limits.ts'

const id = z.string().check(z.regex(/^[\w-]{1,40}$/))

const tab = z.object({
  id,
  /** A path of the renderer's router, with its query. */
  path: z.string().check(z.maxLength(MAX_PATH_LENGTH), z.regex(/^\/(?![/\\])/)),
  /** The title when the place was last shown; empty if it never was. */
  title: z.string().check(z.maxLength(MAX_TITLE_LENGTH)),
  isPinned: z.boolean(),
})
export type WorkspaceTab = Readonly<z.infer<typeof tab>>

const pane = z
  .object({
    id,
    tabs: z.readonly(z.array(tab).check(z.minLength(1), z.maxLength(MAX_PLACES))),
    /** The id of the tab in front. */
    active: id,
  })
  .check(z.refine(({ tabs, active }) => tabs.some((tab) => tab.id === active)))
export type WorkspacePane = Readonly<z.infer<typeof pane>>

const fields = z.object({
  version: z.literal(WORKSPACE_VERSION),
  panes: z.readonly(z.array(pane).check(z.minLength(1), z.maxLength(MAX_PANES))),
  /** The position of a second pane relative to the first. */
  layout: z.enum(['beside', 'below']),
  /** The part of the room that the first of two panes has. */
  ratio: z.number().check(z.minimum(MIN_RATIO), z.maximum(1 - MIN_RATIO)),
  /** The id of the pane that keys and commands go to. */
  activePane: id,
  /**
   * Whether two lists of one kind scroll together. Absent in workspaces stored before this field existed: then they
   * do not.
   */
  scrollsTogether: z.optional(z.boolean()),
  /** Whether rows of two lists of one kind are marked as in one of them only, or in both. Absent: they are not. */
  comparesLists: z.optional(z.boolean()),
})

export const workspace = fields.check(
  z.refine(({ panes, activePane }) => panes.some((pane) => pane.id === activePane)),
  z.refine(({ panes }) => {
    const ids = panes.flatMap((pane) => [pane.id, ...pane.tabs.map((tab) => tab.id)])
    return new Set(ids).size === ids.length && ids.length - panes.length <= MAX_PLACES
  }),
)
export type Workspace = Readonly<z.infer<typeof fields>>

/** Why a stored workspace can't be used. */
export type WorkspaceProblem = 'unreadable' | 'newer'

/** Reads a stored workspace. Never throws. */
export function readWorkspace(
  value: unknown,
): { readonly workspace: Workspace } | { readonly problem: WorkspaceProblem } {
  const read = z.safeParse(workspace, value)
  if (read.success) return { workspace: read.data }
  const version = z.safeParse(z.object({ version: z.number() }), value)
  return { problem: version.success && version.data.version > WORKSPACE_VERSION ? 'newer' : 'unreadable' }
}
