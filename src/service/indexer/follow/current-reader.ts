import type { ChainProgress, ChainReader } from '../../chain-reader.ts'

export interface CurrentReader extends ChainReader {
  /** Resolves when nothing is read from this one any more. */
  readonly settled: (reader: ChainReader) => Promise<void>
}

export interface CurrentReaderOptions {
  /** The chain that pages are read from at this moment. */
  readonly current: () => ChainReader
  /** Awaited before anything is read: another one is about to take its place. */
  readonly ready?: () => Promise<void> | null
  readonly close: () => void | Promise<void>
  /** By default, the progress of the current chain. */
  readonly progress?: () => ChainProgress
}

/** Reads from whichever reader is the current one at the moment of the request. */
export function createCurrentReader({
  current,
  ready,
  close,
  progress,
}: CurrentReaderOptions): CurrentReader {
  const reads = new Map<ChainReader, Set<Promise<unknown>>>()

  async function counted<T>(read: (reader: ChainReader) => Promise<T> | T): Promise<T> {
    for (let wait = ready?.(); wait; wait = ready?.()) await wait
    const reader = current()
    const running = reads.get(reader) ?? new Set()
    reads.set(reader, running)
    const reading = (async () => read(reader))()
    running.add(reading)
    try {
      return await reading
    } finally {
      running.delete(reading)
      if (running.size === 0) reads.delete(reader)
    }
  }

  return {
    get chain() {
      return current().chain
    },
    version: () => current().version?.() ?? '',
    suggestedAddresses: () => current().suggestedAddresses(),
    progress: progress ?? (() => current().progress?.() ?? UNKNOWN),
    list: (id, request) => counted((reader) => reader.list(id, request)),
    detail: (id, params) => counted((reader) => reader.detail(id, params)),
    async settled(reader) {
      await Promise.allSettled(reads.get(reader) ?? new Set<Promise<unknown>>())
    },
    close,
  }
}

const UNKNOWN: ChainProgress = { state: 'connecting', head: null, lag: 0, repairs: [] }
