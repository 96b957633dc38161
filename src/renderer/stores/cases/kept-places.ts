import type { CallInput, CallName, CallOutput } from '#shared/rpc/contract.ts'
import type { Result } from '#shared/errors/errors.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'
import type { useOpenCase } from './open-case.ts'

/** The open places of this window. */
export interface Places {
  current(this: void): Workspace
  show(this: void, workspace: Workspace): void
}

/** An open case saves its places this long after their last change. */
const KEEP_AFTER_MS = 400

export type Call = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
) => Promise<Result<CallOutput<Name>>>

/** Saves the places of this window in the case that is open in it. */
export function keepPlaces(call: Call, openCase: ReturnType<typeof useOpenCase>) {
  let places: Places | undefined
  /** The places as the core has them; undefined until it has sent them. */
  let known: Workspace | null | undefined
  const ready = Promise.withResolvers<null>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function keepNow() {
    clearTimeout(timer)
    const [id, now] = [openCase.id, places?.current()]
    if (id === null || !now || openCase.isReadOnly || known === undefined) return
    if (JSON.stringify(now) === JSON.stringify(known)) return
    const was = known
    known = now
    const reply = await call('cases.keepWorkspace', { id, before: was, now })
    // Saved again with the next change, and when the core is back.
    if (!reply.ok && known === now) known = was
  }
  function keepLater() {
    clearTimeout(timer)
    timer = setTimeout(() => void keepNow(), KEEP_AFTER_MS)
  }
  const current = () => places?.current() ?? null
  const show = (workspace: Workspace | null | undefined) => {
    if (workspace) places?.show(workspace)
  }
  return {
    keepNow,
    keepLater,
    current,
    show,
    /** Resolves once `follow` was called, soon after the window opened. */
    ready: ready.promise,
    /**
     * Takes the places that the core has, for a case that was open when the window reloaded; called again when the core
     * is back.
     */
    learn: (workspace: Workspace | null) => {
      if (known === undefined) known = workspace
      keepLater()
    },
    /** Starts saving for a case whose places the core has as `workspace`. */
    begin: (workspace: Workspace | null) => {
      if (openCase.id === null) openCase.before = places?.current() ?? null
      known = workspace
    },
    /** Restores the places from before the case. */
    end: () => {
      show(openCase.before)
      openCase.before = null
      known = undefined
    },
    follow: (of: Places) => {
      places = of
      ready.resolve(null)
    },
  }
}
