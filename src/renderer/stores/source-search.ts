import { defineStore } from 'pinia'
import { markRaw, reactive } from 'vue'
import type { SearchItem } from '#shared/chain/search.ts'
import { LruCache } from '#shared/lru-cache.ts'

/** Answers to texts that were searched for; somebody who corrects a word asks for the same ones again. */
const MAX_ANSWERS = 100

/** What sources have answered to searches by name in this session. */
export const useSourceSearches = defineStore('source-searches', () => {
  /** Ids of sources that can't be searched by name: they are not asked again before the window is opened anew. */
  const lacking = reactive(new Set<string>())
  const answers = markRaw(new LruCache<string, readonly SearchItem[]>({ maxSize: MAX_ANSWERS }))
  return { lacking, answers }
})
