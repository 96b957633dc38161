import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { KeepJob, KeepView, KeptList } from '#shared/rpc/contract/keep.ts'
import { useCore } from '#renderer/lib/use-core.ts'

/** The keep jobs of the core. Loaded on first use, so not part of the first load. */
export const useKeep = defineStore('keep', () => {
  const view = shallowRef<KeepView>({ jobs: [], budgets: [] })

  useCore().subscribe('keep.changed', {}, (next) => {
    view.value = next
  })

  return {
    jobs: computed(() => view.value.jobs),
    budgets: computed(() => view.value.budgets),
    /** Jobs with rows left to read. */
    unfinished: computed(() => view.value.jobs.filter(({ state }) => state !== 'done')),
    /**
     * For one list, the job that keeps it with the fewest others. For several, a job of more than one list, all among
     * these.
     */
    jobOf(source: string, lists: readonly KeptList[]): KeepJob | undefined {
      const names = new Set(lists.map(nameOf))
      const isOf = ({ lists: kept }: KeepJob) =>
        lists.length === 1
          ? kept.some((list) => names.has(nameOf(list)))
          : kept.length > 1 && kept.every((list) => names.has(nameOf(list)))
      return view.value.jobs
        .filter((job) => job.source === source && isOf(job))
        .sort((one, other) => one.lists.length - other.lists.length)[0]
    },
  }
})

const nameOf = ({ list, params, filters }: KeptList) =>
  JSON.stringify([
    list,
    ...[params, filters].map((values) =>
      Object.entries(values)
        .map(([name, value]) => `${name}=${String(value)}`.toLowerCase())
        .sort(),
    ),
  ])
