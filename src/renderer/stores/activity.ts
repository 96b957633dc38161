import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Activity, ActivityArrival, ActivityItem } from '#shared/rpc/contract/activity.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { useWatchlist } from './watchlist.ts'

/** New activity at one watched address, over all sources. */
export interface EntryActivity {
  readonly count: number
  /** There is more than the core counted. */
  readonly more: boolean
  /** The source with most of the activity. */
  readonly source: string
}

/** New activity at watched addresses, counted by the core. */
export const useActivity = defineStore('activity', () => {
  const watchlist = useWatchlist()
  const activity = shallowRef<Activity>({ items: [], polling: 'on', since: null })
  const arrival = shallowRef<ActivityArrival>()
  let core: RpcClient | undefined

  function follow(client: RpcClient) {
    core = client
    client.subscribe('activity.changed', {}, (next) => {
      activity.value = next
    })
    client.subscribe('activity.arrived', {}, (next) => {
      arrival.value = next
    })
  }

  const byEntry = computed(() => {
    const found = new Map<number, EntryActivity>()
    const maxCounts = new Map<number, number>()
    for (const item of activity.value.items) {
      const count = totalOf(item)
      const before = found.get(item.id)
      const leads = count > (maxCounts.get(item.id) ?? 0)
      if (leads) maxCounts.set(item.id, count)
      found.set(item.id, {
        count: count + (before?.count ?? 0),
        more: item.more || before?.more === true,
        source: leads || !before ? item.source : before.source,
      })
    }
    return found
  })

  return {
    activity,
    arrival,
    byEntry,
    total: computed(() => [...byEntry.value.values()].reduce((sum, { count }) => sum + count, 0)),
    follow,
    /** Hashes of transactions of a watched address that differ from a node. */
    differingAt: (source: string, address = ''): readonly string[] =>
      activity.value.items.flatMap(({ id, source: of, checked }) =>
        checked && of === source && watchlist.byId(id)?.address.toLowerCase() === address.toLowerCase()
          ? checked.differing
          : [],
      ),
    markSeen: (filter: { id?: number; source?: string; differences?: boolean }) =>
      core?.call('activity.markSeen', filter),
    poll: () => core?.call('activity.poll', {}),
    setPresence: (presence: { visible: boolean; metered: boolean }) =>
      core?.call('activity.setPresence', presence),
  }
})

const totalOf = ({ transactions, transfers, internal, checked }: ActivityItem) =>
  transactions + transfers + internal + (checked?.differing.length ?? 0)
