/** API keys: set, replaced, removed and tested. A key goes in and never comes out. */
import * as z from 'zod/mini'
import { call } from './definition.ts'
import type { KeyState } from './key-state.ts'
import type { SourceTest } from './sources.ts'

export interface KeysView {
  /** Where a key that is set now would be kept, to be said where it is typed in. */
  readonly vault: 'keyring' | 'session'
  readonly keys: readonly {
    /** A source, or an account for all its chains. */
    readonly id: string
    readonly name: string
    readonly host: string
    readonly key: KeyState
    /** The environment variable that is read where no key is set. */
    readonly variable: string
  }[]
}

/** A source, any chain of an account (its key is the account's), or an account. */
const id = z.string().check(z.minLength(1), z.maxLength(200))

export const keyCalls = {
  'keys.list': call<KeysView>().with(z.object({})),
  /** Sets or replaces. What is wrong with a key is said without showing it. */
  'keys.set': call<KeyState>().with(z.object({ id, key: z.string().check(z.maxLength(2_000)) })),
  'keys.remove': call<KeyState>().with(z.object({ id })),
  /** One request with the key that is set: `unauthorized` where it is wrong. */
  'keys.test': call<SourceTest>().with(z.object({ id })),
} as const
