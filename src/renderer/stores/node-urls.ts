/** Which node of a source's chain can be asked: one that is followed, or one whose URL was typed. */
import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import { useSources } from './sources.ts'

export const useNodeUrls = defineStore('node-urls', () => {
  const sources = useSources()
  /** By the source: the URL that was typed last. It may hold a secret, so that it is kept nowhere else. */
  const typed = shallowReactive(new Map<string, string>())
  return {
    typed,
    /** A node of the same chain that is followed: nobody has to be named then. */
    followed(source: string) {
      const chain = sources.byId(source)?.chainId
      return sources.all.find(
        ({ kind, id, chainId }) =>
          kind === 'node' && (id === source || (chainId !== undefined && chainId === chain)),
      )
    },
  }
})
