import { defineStore } from 'pinia'
import { markRaw, reactive } from 'vue'
import type { SearchItem } from '#shared/chain/search.ts'
import { LruCache } from '#shared/lru-cache.ts'

/** Cached answers. A person who corrects a word sends the same text again. */
const MAX_ANSWERS = 100

/** Answers of sources to searches by name in this session. */
export const useSourceSearches = defineStore('source-searches', () => {
  /** Ids of sources without search by name. They are not asked again in this window. */
  const lacking = reactive(new Set<string>())
  const answers = markRaw(new LruCache<string, readonly SearchItem[]>({ maxSize: MAX_ANSWERS }))
  return { lacking, answers }
})
