import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { News, NewsArrival, NewsItem } from '#shared/rpc/contract/news.ts'
import type { RpcClient } from '#shared/rpc/client.ts'

/** What is new at one watched address, over all sources. */
export interface NewsOfEntry {
  readonly count: number
  /** There is more than was counted. */
  readonly more: boolean
  /** The source with the most of it. */
  readonly source: string
}

/** What is new at watched addresses, as the core counts it. */
export const useNews = defineStore('news', () => {
  const news = shallowRef<News>({ items: [], looking: 'on', since: null })
  const arrival = shallowRef<NewsArrival>()
  let core: RpcClient | undefined

  function follow(client: RpcClient) {
    core = client
    client.subscribe('news.changed', {}, take)
    client.subscribe('news.arrived', {}, (told) => {
      arrival.value = told
    })
  }

  function take(told: News) {
    news.value = told
  }

  const byEntry = computed(() => {
    const found = new Map<number, NewsOfEntry>()
    const most = new Map<number, number>()
    for (const item of news.value.items) {
      const count = countOfItem(item)
      const before = found.get(item.id)
      const leads = count > (most.get(item.id) ?? 0)
      if (leads) most.set(item.id, count)
      found.set(item.id, {
        count: count + (before?.count ?? 0),
        more: item.more || before?.more === true,
        source: leads || !before ? item.source : before.source,
      })
    }
    return found
  })

  return {
    news,
    arrival,
    byEntry,
    total: computed(() => [...byEntry.value.values()].reduce((sum, { count }) => sum + count, 0)),
    follow,
    seen: (which: { id?: number; source?: string }) => core?.call('news.seen', which),
    look: (ids?: readonly number[]) => core?.call('news.look', ids ? { ids: [...ids] } : {}),
    tellPresence: (presence: { visible: boolean; metered: boolean }) =>
      void core?.call('news.presence', presence),
  }
})

export const countOfItem = ({ transactions, transfers, internal }: NewsItem) =>
  transactions + transfers + internal
