/** Admits a test to a loopback host as a page of its origin, with the page's half of the proof. */
import { request } from 'node:http'
import { CODE_PARAMETER, CHALLENGE_PATH, NONCE_HEADER, PROOF_HEADER } from '#shared/launch-proof.ts'
import { type Challenge, createPageSession } from '#renderer/app/page-session.ts'

/** The browser's storage of an origin. */
export const createStorage = (): Pick<Storage, 'getItem' | 'setItem'> => {
  const kept = new Map<string, string>()
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value) }
}

/** Acts as the page that opens `link`; a link that is only an origin has no code. */
export function openLinkAsPage(link: string, storage = createStorage()) {
  const { host, port, origin, hash } = new URL(link)
  return createPageSession({
    code: new URLSearchParams(hash.slice(1)).get(CODE_PARAMETER) ?? undefined,
    host,
    storage,
    challenge: (keyId, nonce) =>
      new Promise<Challenge>((resolve) => {
        request(
          {
            host: '127.0.0.1',
            port,
            method: 'POST',
            path: `${CHALLENGE_PATH}?key=${keyId}&nonce=${nonce}`,
            headers: { host, origin },
          },
          ({ statusCode, headers }) => {
            const text = (name: string) => headers[name]?.toString() ?? null
            resolve(statusCode === 401 ? 'unknown' : { nonce: text(NONCE_HEADER), proof: text(PROOF_HEADER) })
          },
        )
          .on('error', () => {
            resolve('unreachable')
          })
          .end()
      }),
  })
}

/** The URL for Node's WebSocket client, and the headers that a browser would send. */
export function bridgeOf(link: string) {
  const { host, port, origin } = new URL(link)
  return { url: `ws://127.0.0.1:${port || '80'}/bridge`, headers: { host, origin } }
}
