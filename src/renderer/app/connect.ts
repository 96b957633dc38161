import { CHALLENGE_PATH, NONCE_HEADER, PROOF_HEADER } from '#shared/launch-proof.ts'
import { takeLaunchCode } from './launch-code.ts'
import { type Challenge, createPageSession } from './page-session.ts'
import { createElectronPort } from './ports/electron-port.ts'
import type { HostPort } from './ports/host-port.ts'
import { createWebSocketPort } from './ports/websocket-port.ts'

const CHALLENGE_TIMEOUT_MS = 10_000

/**
 * Connects to the host of this window: by Electron's preload bridge, or else by WebSocket to the loopback host. No
 * other module knows which.
 */
export function connect(): HostPort {
  if (window.chainglass) return createElectronPort(window.chainglass)
  return createWebSocketPort({
    url: `ws://${location.host}/bridge`,
    admit: createPageSession({
      code: takeLaunchCode({ location, history }),
      host: location.host,
      // Read on use: with storage switched off, accessing `localStorage` throws.
      storage: {
        getItem: (name) => localStorage.getItem(name),
        setItem: (name, value) => {
          localStorage.setItem(name, value)
        },
      },
      challenge,
    }),
  })
}

/** Asks the host for a challenge. Reads only headers, since another program may answer. */
async function challenge(keyId: string, nonce: string): Promise<Challenge> {
  try {
    const { status, headers } = await fetch(`${CHALLENGE_PATH}?key=${keyId}&nonce=${nonce}`, {
      method: 'POST',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(CHALLENGE_TIMEOUT_MS),
    })
    // 421: the host has started again under another name.
    if (status === 401 || status === 421) return 'unknown'
    return { nonce: headers.get(NONCE_HEADER), proof: headers.get(PROOF_HEADER) }
  } catch {
    return 'unreachable'
  }
}
