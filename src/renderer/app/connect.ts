import { CHALLENGE_PATH, NONCE_HEADER, PROOF_HEADER } from '#shared/launch-proof.ts'
import { takeLaunchCode } from './launch-code.ts'
import { type Challenge, createPageSession } from './page-session.ts'
import { createElectronPort } from './ports/electron-port.ts'
import type { HostPort } from './ports/host-port.ts'
import { createWebSocketPort } from './ports/websocket-port.ts'

const CHALLENGE_TIMEOUT_MS = 10_000

/** Connects to the host of this window: Electron's preload bridge, or else the loopback host. Nothing else knows which. */
export function connect(): HostPort {
  if (window.chainglass) return createElectronPort(window.chainglass)
  return createWebSocketPort({
    url: `ws://${location.host}/bridge`,
    admit: createPageSession({
      code: takeLaunchCode({ location, history }),
      host: location.host,
      // Read when it is used: where storage is switched off, to name it throws.
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

/** Reads no body: what answers may be a stranger. */
async function challenge(keyId: string, nonce: string): Promise<Challenge> {
  try {
    const { status, headers } = await fetch(`${CHALLENGE_PATH}?key=${keyId}&nonce=${nonce}`, {
      method: 'POST',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(CHALLENGE_TIMEOUT_MS),
    })
    // 421: a new start, under another name.
    if (status === 401 || status === 421) return 'unknown'
    return { nonce: headers.get(NONCE_HEADER), proof: headers.get(PROOF_HEADER) }
  } catch {
    return 'unreachable'
  }
}
