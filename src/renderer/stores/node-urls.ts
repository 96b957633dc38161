/** The node of a source's chain that checks can ask: a followed node, or one whose URL a person typed. */
import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import { useSources } from './sources.ts'

export const useNodeUrls = defineStore('node-urls', () => {
  const sources = useSources()
  /** The last typed URL by source. It may contain a secret, so it is stored nowhere else. */
  const typed = shallowReactive(new Map<string, string>())
  return {
    typed,
    /** A followed node of the same chain. No URL is needed then. */
    followed(source: string) {
      const chain = sources.byId(source)?.chainId
      return sources.all.find(
        ({ kind, id, chainId }) =>
          kind === 'node' && (id === source || (chainId !== undefined && chainId === chain)),
      )
    },
  }
})
