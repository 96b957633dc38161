/** Lets a test in to a loopback host as a page of its origin would be: with the page's own half of the proof. */
import { request } from 'node:http'
import { CODE_PARAMETER, CHALLENGE_PATH, NONCE_HEADER, PROOF_HEADER } from '#shared/launch-proof.ts'
import { type Challenge, createPageSession } from '#renderer/app/page-session.ts'

/** What the browser keeps of an origin. */
export const createStorage = (): Pick<Storage, 'getItem' | 'setItem'> => {
  const kept = new Map<string, string>()
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value) }
}

/** The page that opens `link`: an origin alone is a page without a code. */
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

/** Where Node's own WebSocket client reaches the host, and the headers that a browser would send there. */
export function bridgeOf(link: string) {
  const { host, port, origin } = new URL(link)
  return { url: `ws://127.0.0.1:${port || '80'}/bridge`, headers: { host, origin } }
}
