/**
 * Opens the bridge to the loopback host: page and host each prove that they have the key, which is never sent. Another
 * program on the host's port gets nothing.
 *
 * The first key is the code of the link; later ones are the session key, which is in the storage of the origin, so that
 * a reload and other tabs get in. The origin belongs to one launch, and the host forgets the key when it ends.
 */
import { BRIDGE_PROTOCOL, type Handshake, KEY_ID_TEXT, proofText } from '#shared/launch-proof.ts'
import type { Admission } from './ports/websocket-port.ts'

/**
 * `unknown`: the host does not know the key. `unreachable`: no answer. Else the headers of the answer, which are
 * untrusted.
 */
export type Challenge =
  'unknown' | 'unreachable' | { readonly nonce: string | null; readonly proof: string | null }

export interface PageSessionOptions {
  readonly code: string | undefined
  /** Host name and port of this page. */
  readonly host: string
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly challenge: (keyId: string, nonce: string) => Promise<Challenge>
}

const KEPT_AS = 'chainglass.session'
/**
 * The session key before the page is let in. The host knows the key before the page gets its answer, and the page may
 * reload in between.
 */
const OFFERED_AS = 'chainglass.session.offered'

/**
 * Returns a function that asks to be let in. It resolves to the WebSocket protocols, or to the reason for a refusal.
 */
export function createPageSession(options: PageSessionOptions): () => Promise<Admission> {
  let { code } = options
  let session: string | undefined

  return async () => {
    // A code that is used up is skipped: a page that was let in before has a session key.
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
    // Storage is switched off: the session lasts until the page reloads.
  }
}
