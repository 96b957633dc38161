import type { CallInput, CallName, CallOutput } from '#shared/rpc/contract.ts'
import type { Result } from '#shared/errors/errors.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'
import type { useOpenCase } from './open-case.ts'

/** The places that are open in this window. */
export interface Places {
  current(this: void): Workspace
  show(this: void, workspace: Workspace): void
}

/** A case that is open keeps its places so long after the last of them changed. */
const KEEP_AFTER_MS = 400

export type Call = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
) => Promise<Result<CallOutput<Name>>>

/** Keeps the places of this window as those of the case that is open in it. */
export function keepPlaces(call: Call, openCase: ReturnType<typeof useOpenCase>) {
  let places: Places | undefined
  /** As the core knows it; undefined until it has told. */
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
    // It is tried again with the next change, and when the core is back.
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
    /** Somebody knows the places: soon after the window was opened. */
    ready: ready.promise,
    /** Of a case that was open when the window was loaded again; and once more when the core is back. */
    learn: (workspace: Workspace | null) => {
      if (known === undefined) known = workspace
      keepLater()
    },
    /** What is shown from now on is a case's, kept as `workspace`. */
    begin: (workspace: Workspace | null) => {
      if (openCase.id === null) openCase.before = places?.current() ?? null
      known = workspace
    },
    /** What was open before comes back. */
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
