import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { ExportJob, ExportRequest } from '#shared/rpc/contract/export.ts'
import { download } from '#renderer/lib/download.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useToasts } from './toasts.ts'

/** Exports of the core. Loaded on first use, so not part of the first load. */
export const useExports = defineStore('exports', () => {
  const core = useCore()
  const toasts = useToasts()
  const jobs = shallowRef<readonly ExportJob[]>([])
  /** A browser downloads the finished file; in the desktop app the person chose its path before. */
  const isBrowser = ref(false)
  /** Exports that this window started. It reports their result. */
  const started = new Set<number>()

  const host = core.call('app.info', {}).then((response) => {
    isBrowser.value = response.ok && response.data.host === 'loopback'
  })
  core.subscribe('export.jobs', {}, (next) => {
    jobs.value = next
    tell()
  })

  function tell() {
    for (const job of jobs.value) {
      if (!started.has(job.id) || (job.state !== 'done' && job.state !== 'failed')) continue
      started.delete(job.id)
      if (job.state === 'failed') {
        if (job.error) toasts.showError(job.error)
        continue
      }
      toasts.show(
        $gettext('%{rows} exported to %{file}', {
          rows: pluralize(job.rows, $nmsgid('row', 'rows')),
          file: job.file,
        }),
      )
      void downloadJob(job)
    }
  }
  async function downloadJob({ id }: Pick<ExportJob, 'id'>) {
    await host
    if (!isBrowser.value) return
    const offered = await core.call('export.download', { id })
    if (!offered.ok) {
      toasts.showError(offered.error)
      return
    }
    download(offered.data.path)
  }
  async function change(call: 'export.pause' | 'export.resume' | 'export.remove', id: number) {
    const response = await core.call(call, { id })
    if (!response.ok) toasts.showError(response.error)
  }

  return {
    jobs,
    isBrowser,
    /** Unfinished exports, the oldest first, which is the order of writing. */
    unfinished: computed(() => jobs.value.filter(({ state }) => state !== 'done').toReversed()),
    async start(request: ExportRequest) {
      const response = await core.call('export.start', request)
      if (!response.ok) toasts.showError(response.error)
      else if (response.data) {
        started.add(response.data.id)
        tell()
      }
    },
    download: downloadJob,
    pause: (job: ExportJob) => change('export.pause', job.id),
    resume(job: ExportJob) {
      started.add(job.id)
      return change('export.resume', job.id)
    },
    remove: (job: ExportJob) => change('export.remove', job.id),
  }
})
