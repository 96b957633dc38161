import type { KeepJob } from '#shared/rpc/contract/keep.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useToasts } from '#renderer/stores/toasts.ts'

/** What can be done with a keep job. Where it fails, a toast says so. */
export function useKeepActions() {
  const core = useCore()
  const toasts = useToasts()
  const tell = async (reply: Promise<Awaited<ReturnType<typeof core.call<'keep.pause'>>>>) => {
    const result = await reply
    if (!result.ok) toasts.showError(result.error)
  }
  return {
    pause: ({ id }: KeepJob) => tell(core.call('keep.pause', { id })),
    resume: ({ id }: KeepJob) => tell(core.call('keep.resume', { id })),
    readAgain: ({ id }: KeepJob) => tell(core.call('keep.readAgain', { id })),
    forget: ({ id }: KeepJob) => tell(core.call('keep.forget', { id })),
    follow: ({ id }: KeepJob, isFollowed: boolean) => tell(core.call('keep.follow', { id, isFollowed })),
  }
}

/** Whether a person can end it for now; else it can be made to go on. */
export const canPause = ({ state }: KeepJob) => state !== 'paused' && state !== 'failed' && state !== 'done'
