/**
 * API keys of sources and accounts. A key belongs to an id and an origin together, so that a source with the same
 * name elsewhere never gets it. Only the API client calls `keyFor`. `secrets`
 * gives keys only so that they can be removed from texts.
 */
import { createHash } from 'node:crypto'
import type { KeyState } from '#shared/rpc/contract/key-state.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import type { Source } from '#shared/source.ts'
import { OFFICIAL_PRO } from '#shared/official-pro.ts'
import { BUILT_IN } from '#shared/built-in-sources.ts'
import { createEmitter } from '#shared/emitter.ts'
import { keyHolderOf, type KeyHolder } from './key-holder.ts'
import { toVaultFailure, type Kept, type Vault } from './vault.ts'

export interface Keys {
  /** Where the next key would be stored. */
  vault(this: void): Promise<Kept>
  /** Reads these holders' keys from the vault, which makes their state known. */
  load(holders: readonly KeyHolder[]): Promise<void>
  /** The state as far as keys were loaded. */
  stateOf(holder: KeyHolder): KeyState
  /** Only for the API client. */
  keyFor(source: Source): Promise<string | undefined>
  /**
   * Throws `invalid_input` for a text that can't be a key, `storage` if the vault fails. Neither error contains the
   * key.
   */
  set(holder: KeyHolder, typed: string): Promise<void>
  remove(holder: KeyHolder): Promise<void>
  /** Every key that is known now or was before. */
  secrets(): Iterable<string>
  onChange(listener: () => void): () => void
}

export interface KeysDeps {
  readonly vault: Vault
  /** Read once: `CHAINGLASS_KEY_<SOURCE>`, named by `keyVariable`. */
  readonly env: Readonly<Record<string, string | undefined>>
}

export function createKeys({ vault, env }: KeysDeps): Keys {
  const changes = createEmitter()
  /** By vault id; `undefined` if the vault was asked and has none. */
  const known = new Map<string, string | undefined>()
  /** Never removed while the process runs: a line about an old key may still be on its way to the log. */
  const secrets = new Set<string>()

  async function read(holder: KeyHolder): Promise<string | undefined> {
    const id = vaultId(holder)
    if (id === undefined) return undefined
    if (!known.has(id)) {
      try {
        const secret = await vault.get(id)
        if (!known.has(id)) known.set(id, secret)
        if (secret !== undefined) secrets.add(secret)
      } catch {
        // A locked keyring is tried again at the next read.
      }
    }
    return known.get(id) ?? fromEnvironment(holder)
  }

  function fromEnvironment(holder: KeyHolder): string | undefined {
    const secret = env[keyVariable(holder)]?.trim()
    if (secret === undefined || !KEY.test(secret)) return undefined
    secrets.add(secret)
    return secret
  }

  async function inVault(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      throw toVaultFailure(error)
    }
  }

  return {
    vault: () => vault.kind(),
    async load(holders) {
      await Promise.all(holders.map(read))
      changes.emit()
    },
    stateOf(holder) {
      const id = vaultId(holder)
      if (id === undefined) return { state: 'none' }
      const own = known.get(id)
      const secret = own ?? fromEnvironment(holder)
      if (secret === undefined) return { state: 'none' }
      return {
        state: 'set',
        ends: secret.length >= MIN_KEY_LENGTH_SHOWN ? secret.slice(-4) : '',
        kept: own === undefined ? 'environment' : vault.keptIn(id),
      }
    },
    async keyFor(source) {
      const holder = keyHolderOf(source)
      return holder && (await read(holder))
    },
    async set(holder, typed) {
      const secret = readKey(typed)
      const id = vaultId(holder)
      if (id === undefined) throw refuse('key_not_needed')
      secrets.add(secret)
      await inVault(() => vault.set(id, secret))
      known.set(id, secret)
      changes.emit()
    },
    async remove(holder) {
      const id = vaultId(holder)
      if (id === undefined) return
      await inVault(() => vault.remove(id))
      known.set(id, undefined)
      changes.emit()
    },
    secrets: () => secrets,
    onChange: (listener) => changes.on(listener),
  }
}

/**
 * `CHAINGLASS_KEY_PRO` for the official `pro`, `CHAINGLASS_KEY_ETH_SEPOLIA` for the built-in `eth-sepolia`. For other
 * sources the name contains a part of the hash of the origin: host names can be similar, and one's key must not go to
 * another.
 */
export function keyVariable({ id, baseUrl }: KeyHolder): string {
  const name = `CHAINGLASS_KEY_${id.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
  const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : ''
  const known = id === 'pro' ? OFFICIAL_PRO : BUILT_IN.find((source) => source.id === id)
  const isKnown = known !== undefined && 'baseUrl' in known && known.baseUrl === origin
  return isKnown
    ? name
    : `${name}_${createHash('sha256').update(origin).digest('hex').slice(0, 8).toUpperCase()}`
}

/** The characters that a header may contain: no blanks, no line breaks, only ASCII. */
const KEY = /^[\x21-\x7e]{8,512}$/
/** The shortest key whose last four characters are shown: of a shorter one they would be too large a part. */
const MIN_KEY_LENGTH_SHOWN = 12

/** Combines id and origin: another origin has another key. */
function vaultId({ id, baseUrl }: KeyHolder): string | undefined {
  return URL.canParse(baseUrl) ? `${id} ${new URL(baseUrl).origin}` : undefined
}

/** Removes what people paste along with a key: quotes, a header's name, a query parameter's name. */
function readKey(typed: string): string {
  const key = typed
    .trim()
    .replace(/^(authorization:\s*)?bearer\s+|^x-api-key:\s*|^(api_?key)=/i, '')
    .replace(/^["'`]|["'`]$/g, '')
    .trim()
  if (key === '') throw refuse('key_empty')
  if (/\s/.test(key)) throw refuse('key_has_blanks')
  if (/^https?:\/\//i.test(key)) throw refuse('key_is_url')
  if (!KEY.test(key)) throw refuse('key_malformed')
  return key
}

const refuse = (reason: InputReason) => invalidInput('key', reason)
