/**
 * How a page and the loopback host prove to each other that they share a key, without sending it: each signs the
 * nonces of both (HMAC-SHA-256, in base64url, with the key's text as the key). The first key is the code of a link.
 * The session key that both derive from it is the key afterwards.
 */

/**
 * POST `?key=<id of the key>&nonce=<nonce of the page>`. The response has the host's nonce and proof in its headers.
 */
export const CHALLENGE_PATH = '/challenge'
export const NONCE_HEADER = 'x-chainglass-nonce'
export const PROOF_HEADER = 'x-chainglass-proof'
/** The first WebSocket protocol; the second is `<nonce of the host>.<proof of the page>`. */
export const BRIDGE_PROTOCOL = 'chainglass'
export const CODE_PARAMETER = 'code'

/** 256 bits in base64url: a key, an id, a nonce or a proof. */
export const SECRET_PATTERN = /^[\w-]{43}$/

/** The signature of this text is the id of a key and reveals nothing of it. */
export const KEY_ID_TEXT = 'chainglass: id of this key'

export interface Handshake {
  /** The host name and port that the page was loaded from. */
  readonly host: string
  readonly pageNonce: string
  readonly hostNonce: string
}

/**
 * The text to sign. `of` names the side that proves, so that neither side can send back the other's proof. The
 * signature for `session` is the session key.
 */
export const proofText = (of: 'host' | 'page' | 'session', { host, pageNonce, hostNonce }: Handshake) =>
  `chainglass: ${of}\n${host}\n${pageNonce}\n${hostNonce}`
