/** Tells whoever listens when a chain may have changed. While nobody listens, nothing is asked. */
import type { ChainReader } from '../../chain-reader.ts'

export interface Changes {
  /** `changed` is called after each change, never twice at a time; gives what ends it. */
  listen(changed: () => Promise<void>): () => void
}

const ASKED_EVERY_MS = 1_000

export function createChanges(reader: ChainReader, onError: (error: unknown) => void): Changes {
  const listeners = new Set<() => Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let last: string | undefined

  async function ask() {
    timer = undefined
    try {
      const version = await reader.version?.()
      if (version === undefined || version !== last) {
        last = version
        await Promise.all([...listeners].map((changed) => changed()))
      }
    } catch (error) {
      onError(error)
    }
    wait()
  }
  const wait = () => {
    if (listeners.size > 0) timer ??= setTimeout(() => void ask(), ASKED_EVERY_MS).unref()
  }

  return {
    listen(changed) {
      listeners.add(changed)
      wait()
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}
