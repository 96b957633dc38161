/** Stores which instances have answered without a key, so that it is known when one requires a key later. */
import type { KeyState } from '#shared/rpc/contract/key-state.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { KeyHolder } from '../keys/key-holder.ts'
import { createKeyValueStore } from '../store/key-value-store.ts'
import type { SourceDirectory } from './source-directory.ts'

const NAME = 'keyless-sources'

export interface KeylessSources {
  /** Whether an instance without a key has answered before. Built-in ones did when this program was written. */
  has(id: string): boolean
  /** Records an answer. Does nothing if the source has a key, or is no instance. */
  add(id: string): void
}

export function createKeylessSources(
  store: Database,
  directory: SourceDirectory,
  keyState: (holder: KeyHolder) => KeyState,
): KeylessSources {
  const values = createKeyValueStore(store)
  // Read again each time: erased data must not be written again from memory.
  const read = () => {
    const ids = values.read(NAME)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  }
  const findWithoutKey = (id: string) => {
    const source = directory.listed().find((one) => one.source.id === id)?.source
    return source?.kind === 'instance' && keyState(source).state === 'none' ? source : undefined
  }
  return {
    has(id) {
      const source = findWithoutKey(id)
      return source !== undefined && (source.builtIn || read().includes(id))
    },
    /** Reads the store, so it must not be called for each response. */
    add(id) {
      const source = findWithoutKey(id)
      if (!source || source.builtIn) return
      const ids = read()
      if (!ids.includes(id)) values.write(NAME, [...ids, id])
    },
  }
}
