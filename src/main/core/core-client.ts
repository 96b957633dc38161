/** The host as one more client of the core: it hears of settings, and can ask whether the core answers at all. */
import type { Settings } from '#shared/rpc/contract/app.ts'
import type { ClientMessage, CoreMessage } from '#shared/rpc/contract.ts'
import type { CoreLink, LinkConnection } from '#host/core-link.ts'

export interface CoreClient {
  /** The settings now, and whenever they change. */
  onSettings(listener: (settings: Settings) => void): () => void
  /** Whether the core answers within `ms`. */
  answers(ms: number): Promise<boolean>
  close(): void
}

const SETTINGS_CHANGED = 1
const SETTINGS_READ = 2

export function createCoreClient(link: Pick<CoreLink, 'connect'>): CoreClient {
  const listeners = new Set<(settings: Settings) => void>()
  const asked = new Map<number, () => void>()
  let lastId = SETTINGS_READ
  let closed = false
  let known: Settings | undefined
  let connection: LinkConnection = connect()

  function connect(): LinkConnection {
    const mine = link.connect({
      send: hear,
      lost: () => {
        asked.clear()
        if (!closed) connection = connect()
      },
    })
    const say = (message: ClientMessage) => {
      mine.receive(JSON.stringify(message))
    }
    say({ verb: 'subscribe', id: SETTINGS_CHANGED, event: 'settings.changed', input: {} })
    say({ verb: 'request', id: SETTINGS_READ, call: 'settings.read', input: {} })
    return mine
  }

  function hear(text: string) {
    const message = JSON.parse(text) as CoreMessage
    if (message.verb === 'event' && message.id === SETTINGS_CHANGED) tell(message.data as Settings)
    else if (message.verb === 'reply' && message.id === SETTINGS_READ) {
      if (message.result.ok) tell(message.result.data as Settings)
    } else if (message.verb === 'reply') {
      asked.get(message.id)?.()
      asked.delete(message.id)
    }
  }

  function tell(settings: Settings) {
    known = settings
    for (const listener of listeners) listener(settings)
  }

  return {
    onSettings(listener) {
      listeners.add(listener)
      if (known) listener(known)
      return () => listeners.delete(listener)
    },
    answers: (ms) =>
      new Promise((resolve) => {
        lastId += 1
        const id = lastId
        const silent = setTimeout(() => {
          asked.delete(id)
          resolve(false)
        }, ms)
        asked.set(id, () => {
          clearTimeout(silent)
          resolve(true)
        })
        const message: ClientMessage = { verb: 'request', id, call: 'app.info', input: {} }
        connection.receive(JSON.stringify(message))
      }),
    close() {
      closed = true
      connection.close()
    },
  }
}
