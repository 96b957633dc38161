/**
 * How a page and the loopback host prove to each other that they share a key, without sending it: each signs the random
 * numbers of both (HMAC-SHA-256, in base64url, with the key's text as the key). The key is the code of a link once, and
 * afterwards the session key that both derive from it.
 */

/** POST `?key=<id of the key>&nonce=<number of the page>`; answered with the host's number and proof, in headers. */
export const CHALLENGE_PATH = '/challenge'
export const NONCE_HEADER = 'x-chainglass-nonce'
export const PROOF_HEADER = 'x-chainglass-proof'
/** The first WebSocket protocol; the second is `<number of the host>.<proof of the page>`. */
export const BRIDGE_PROTOCOL = 'chainglass'
export const CODE_PARAMETER = 'code'

/** 256 bits in base64url: a key, an id, a number or a proof. */
export const SECRET_PATTERN = /^[\w-]{43}$/

/** Signed, it names a key and reveals nothing of it. */
export const KEY_ID_TEXT = 'chainglass: id of this key'

export interface Handshake {
  /** Name and port that the page was loaded from. */
  readonly host: string
  readonly pageNonce: string
  readonly hostNonce: string
}

/** Of whom it is a proof: neither can send back the other's. Signed for `session`, it is the session key. */
export const proofText = (of: 'host' | 'page' | 'session', { host, pageNonce, hostNonce }: Handshake) =>
  `chainglass: ${of}\n${host}\n${pageNonce}\n${hostNonce}`
