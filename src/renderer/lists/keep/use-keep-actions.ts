import type { KeepJob } from '#shared/rpc/contract/keep.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useToasts } from '#renderer/stores/toasts.ts'

/** Actions on a keep job. A toast reports an error. */
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

/** Whether a job can be paused; else it can be resumed. */
export const canPause = ({ state }: KeepJob) => state !== 'paused' && state !== 'failed' && state !== 'done'
