import { defineStore } from 'pinia'
import { shallowRef, triggerRef } from 'vue'
import type { Token } from '#shared/chain/token.ts'
import { LruCache } from '#shared/lru-cache.ts'

const MAX_TOKENS = 1_000

/** Tokens from loaded details, by source and address. Amounts in calls and logs are shown in their units. */
export const useKnownTokens = defineStore('known-tokens', () => {
  const cache = shallowRef(new LruCache<string, Token>({ maxSize: MAX_TOKENS }))
  const keyOf = (source: string, hash: string) => `${source}:${hash.toLowerCase()}`
  return {
    get: (source: string, hash: string) => cache.value.get(keyOf(source, hash)),
    add(source: string, tokens: Iterable<Token>) {
      let isNew = false
      for (const token of tokens) {
        if (token.decimals == null || cache.value.get(keyOf(source, token.address_hash))) continue
        cache.value.set(keyOf(source, token.address_hash), token)
        isNew = true
      }
      if (isNew) triggerRef(cache)
    },
  }
})
