/**
 * The keys that admit a page: a code for each link, which is used up once a page has proven that it has it, and the
 * session key that both sides derive from it. No key is ever sent (#shared/launch-proof.ts).
 */
import { createHmac, randomBytes } from 'node:crypto'
import { type Handshake, KEY_ID_TEXT, proofText, SECRET_PATTERN } from '#shared/launch-proof.ts'
import { isSameSecret } from '#platform/same-secret.ts'

export interface LaunchKeys {
  /** Makes a code of 256 bits for one link. */
  createCode(this: void): string
  /** The host's nonce and proof for a page that names a key; undefined if there is no such key. */
  challenge(
    this: void,
    page: { readonly keyId: string; readonly nonce: string; readonly host: string },
  ): { readonly nonce: string; readonly proof: string } | undefined
  /**
   * Whether the page has proven itself: `<nonce of the host>.<proof of the page>`. Each challenge can be answered
   * once.
   */
  admit(this: void, answer: string, host: string): boolean
}

interface Key {
  readonly secret: string
  readonly isCode: boolean
}
interface Challenge extends Handshake {
  readonly keyId: string
  readonly madeAt: number
}

/** The maximal number of unopened links. */
const MAX_CODES = 64
/** One session per opened link. */
const MAX_SESSIONS = 4_096
const MAX_CHALLENGES = 1_024
const CHALLENGE_MS = 30_000

export interface LaunchKeysOptions {
  /** Called when a code is used up. */
  readonly onUsed: (code: string) => void
  /** A monotonic clock in ms: the time of day can jump. */
  readonly now?: () => number
}

export function createLaunchKeys({ onUsed, now = () => performance.now() }: LaunchKeysOptions): LaunchKeys {
  const codes = new Map<string, Key>()
  const sessions = new Map<string, Key>()
  const challenges = new Map<string, Challenge>()

  return {
    createCode() {
      const secret = randomSecret()
      addBounded(codes, sign(secret, KEY_ID_TEXT), { secret, isCode: true }, MAX_CODES)
      return secret
    },
    challenge({ keyId, nonce: pageNonce, host }) {
      const key = codes.get(keyId) ?? sessions.get(keyId)
      if (key === undefined || !SECRET_PATTERN.test(pageNonce)) return undefined
      const handshake = { host, pageNonce, hostNonce: randomSecret() }
      addBounded(challenges, handshake.hostNonce, { ...handshake, keyId, madeAt: now() }, MAX_CHALLENGES)
      return { nonce: handshake.hostNonce, proof: sign(key.secret, proofText('host', handshake)) }
    },
    admit(answer, host) {
      const [hostNonce = '', proof = ''] = answer.split('.', 2)
      const challenge = challenges.get(hostNonce)
      challenges.delete(hostNonce)
      if (challenge?.host !== host || now() - challenge.madeAt > CHALLENGE_MS) return false
      const key = codes.get(challenge.keyId) ?? sessions.get(challenge.keyId)
      if (key === undefined || !isSameSecret(proof, sign(key.secret, proofText('page', challenge))))
        return false
      if (key.isCode) {
        codes.delete(challenge.keyId)
        const secret = sign(key.secret, proofText('session', challenge))
        addBounded(sessions, sign(secret, KEY_ID_TEXT), { secret, isCode: false }, MAX_SESSIONS)
        onUsed(key.secret)
      }
      return true
    },
  }
}

const randomSecret = () => randomBytes(32).toString('base64url')
const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

/** Removes the oldest entry if the map is full. */
function addBounded<Value>(map: Map<string, Value>, name: string, value: Value, max: number) {
  map.set(name, value)
  for (const oldest of map.keys()) {
    if (map.size <= max) return
    map.delete(oldest)
  }
}
