/** API keys: set, replaced, removed and tested. A key goes into the core and never comes out. */
import * as z from 'zod/mini'
import { call } from './definition.ts'
import type { KeyState } from './key-state.ts'
import type { SourceTest } from './sources.ts'

export interface KeysView {
  /** Where the next key would be stored; the form says so. */
  readonly vault: 'keyring' | 'session'
  readonly keys: readonly {
    /** The id of a source, or of an account, whose key serves all its chains. */
    readonly id: string
    readonly name: string
    readonly host: string
    readonly key: KeyState
    /** The environment variable that is read if no key is set. */
    readonly variable: string
  }[]
}

/** A source, any chain of an account (its key is the account's), or an account. */
const id = z.string().check(z.minLength(1), z.maxLength(200))

export const keyCalls = {
  /** The state of each key, never the key itself. */
  'keys.list': call<KeysView>().with(z.object({})),
  /** Sets or replaces a key. Errors about a key do not contain it. */
  'keys.set': call<KeyState>().with(z.object({ id, key: z.string().check(z.maxLength(2_000)) })),
  /** Removes a key. */
  'keys.remove': call<KeyState>().with(z.object({ id })),
  /** Makes one request with the key: `unauthorized` if it is wrong. */
  'keys.test': call<SourceTest>().with(z.object({ id })),
} as const
