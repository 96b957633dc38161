/** Tells whoever listens when a chain may have changed. While nobody listens, nothing is asked. */
import type { ChainReader } from '../../chain-reader.ts'
import type { RequestQueue } from '../request-queue.ts'

export interface Changes {
  /**
   * `changed` is called soon, after each change, and again if it failed; never twice at a time, and in its turn among
   * requests. Gives what ends it.
   */
  listen(changed: () => Promise<void>): () => void
}

const ASKED_EVERY_MS = 1_000

export function createChanges(
  reader: ChainReader,
  turns: RequestQueue,
  onError: (error: unknown) => void,
): Changes {
  /** With the version that each was told of. */
  const listeners = new Map<() => Promise<void>, string | undefined>()
  let timer: NodeJS.Timeout | undefined
  let isAsking = false

  async function tell(changed: () => Promise<void>, version: string | undefined) {
    const end = await turns.begin('', () => !listeners.has(changed))
    try {
      if (!end) return
      await changed()
      if (listeners.has(changed)) listeners.set(changed, version)
    } catch (error) {
      onError(error)
    } finally {
      end?.()
    }
  }

  async function ask() {
    timer = undefined
    isAsking = true
    try {
      const version = await reader.version?.()
      const late = [...listeners].filter(([, told]) => version === undefined || told !== version)
      await Promise.all(late.map(([changed]) => tell(changed, version)))
    } catch (error) {
      onError(error)
    }
    isAsking = false
    wait()
  }
  const wait = () => {
    if (listeners.size > 0 && !isAsking) timer ??= setTimeout(() => void ask(), ASKED_EVERY_MS).unref()
  }

  return {
    listen(changed) {
      listeners.set(changed, undefined)
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
