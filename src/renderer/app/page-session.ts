/**
 * Lets this page in to the loopback host, and knows the host again after a lost connection: each proves to the other
 * that it has the key, which is never sent. A stranger on the host's port gets nothing.
 *
 * The key is the code of the link the first time, then the session key. That one lies in the storage of the origin, so
 * that a reload and other tabs of the app are let in; the origin is of this launch only, and the host forgets the key
 * when it ends.
 */
import { BRIDGE_PROTOCOL, type Handshake, KEY_ID_TEXT, proofText } from '#shared/launch-proof.ts'
import type { Admission } from './ports/websocket-port.ts'

/** `unknown`: there is no such key. `unreachable`: nobody answers. Else what the answer says, which may be anything. */
export type Challenge =
  'unknown' | 'unreachable' | { readonly nonce: string | null; readonly proof: string | null }

export interface PageSessionOptions {
  readonly code: string | undefined
  /** Name and port of this page. */
  readonly host: string
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly challenge: (keyId: string, nonce: string) => Promise<Challenge>
}

const KEPT_AS = 'chainglass.session'
/** Of a page that is not let in yet. The host knows the key before the page hears of it, and a page may be reloaded meanwhile. */
const OFFERED_AS = 'chainglass.session.offered'

/** Resolves to what opens the bridge, or why it can't be opened. */
export function createPageSession(options: PageSessionOptions): () => Promise<Admission> {
  let { code } = options
  let session: string | undefined

  return async () => {
    // A code that was used up is no harm where the page was let in before.
    const kept = [OFFERED_AS, KEPT_AS].map((name) => read(options.storage, name))
    const keys = [code, session, ...kept].filter((key) => key !== undefined)
    for (const key of new Set(keys)) {
      const proven = await prove(key, options)
      if (proven === 'unknown') continue
      if (typeof proven === 'string') return { kind: proven }
      if (key === code) keep(options.storage, OFFERED_AS, proven.session)
      return {
        kind: 'proven',
        protocols: proven.protocols,
        onOpen() {
          if (key !== code) return
          code = undefined
          session = proven.session
          keep(options.storage, KEPT_AS, session)
        },
      }
    }
    return { kind: 'refused' }
  }
}

async function prove(key: string, { host, challenge }: PageSessionOptions) {
  const pageNonce = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const sign = await createSigner(key)
  const answer = await challenge(await sign(KEY_ID_TEXT), pageNonce)
  if (typeof answer === 'string') return answer
  const handshake: Handshake = { host, pageNonce, hostNonce: answer.nonce ?? '' }
  if (answer.proof !== (await sign(proofText('host', handshake)))) return 'stranger'
  return {
    protocols: [BRIDGE_PROTOCOL, `${handshake.hostNonce}.${await sign(proofText('page', handshake))}`],
    session: await sign(proofText('session', handshake)),
  }
}

async function createSigner(key: string): Promise<(text: string) => Promise<string>> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign'])
  return async (text) =>
    base64url(new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(text))))
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function read(storage: PageSessionOptions['storage'], name: string): string | undefined {
  try {
    return storage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function keep(storage: PageSessionOptions['storage'], name: string, session: string) {
  try {
    storage.setItem(name, session)
  } catch {
    // Storage switched off: the session lasts until this page is reloaded.
  }
}
