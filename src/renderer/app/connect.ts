import { takeLaunchToken } from './launch-token.ts'
import { createElectronPort } from './ports/electron-port.ts'
import type { HostPort } from './ports/host-port.ts'
import { createWebSocketPort } from './ports/websocket-port.ts'

/** Connects to the host of this window: Electron's preload bridge, or else the loopback host. Nothing else knows which. */
export function connect(): HostPort {
  if (window.chainglass) return createElectronPort(window.chainglass)
  const token = takeLaunchToken({ location, history, storage: sessionStorage })
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return createWebSocketPort({
    url: `${scheme}://${location.host}/bridge`,
    protocols: token === undefined ? ['chainglass'] : ['chainglass', token],
    isHostResponding: () =>
      fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
  })
}
