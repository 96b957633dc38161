// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { createLaunchKeys } from '#web/launch-keys.ts'
import { createStorage } from '#web/testing/enter-host.ts'
import { type Challenge, createPageSession } from './page-session.ts'

const HOST = 'f00.localhost:8123'

/** The host's part without HTTP. Records what the page sends. */
function startHost() {
  const sent: string[] = []
  const keys = createLaunchKeys({ onUsed: () => undefined })
  const challenge = (keyId: string, nonce: string): Promise<Challenge> => {
    sent.push(keyId, nonce)
    return Promise.resolve(keys.challenge({ keyId, nonce, host: HOST }) ?? 'unknown')
  }
  /** Opens the bridge in the same way as the page. */
  async function enter(admit: ReturnType<typeof createPageSession>) {
    const admission = await admit()
    if (admission.kind !== 'proven') return admission.kind
    sent.push(...admission.protocols)
    if (!keys.admit(admission.protocols[1] ?? '', HOST)) return 'not admitted'
    admission.onOpen?.()
    return 'open'
  }
  return { keys, challenge, enter, sent }
}

describe('a page and its host', () => {
  test('let each other in by a link, once; then by what both derived from it, in other tabs too', async () => {
    const { keys, challenge, enter, sent } = startHost()
    const storage = createStorage()
    const code = keys.createCode()
    const page = createPageSession({ code, host: HOST, storage, challenge })
    expect(await enter(page)).toBe('open')
    expect(await enter(page)).toBe('open') // after a lost connection
    const tab = createPageSession({ code: undefined, host: HOST, storage, challenge })
    expect(await enter(tab)).toBe('open')
    // The same link again, in the same browser and in another one.
    expect(await enter(createPageSession({ code, host: HOST, storage, challenge }))).toBe('open')
    const elsewhere = createPageSession({ code, host: HOST, storage: createStorage(), challenge })
    expect(await enter(elsewhere)).toBe('refused')
    const session = storage.getItem('chainglass.session') ?? ''
    expect(session).toMatch(/^[\w-]{43}$/)
    for (const text of sent) {
      expect(text).not.toContain(code)
      expect(text).not.toContain(session)
    }
  })

  test('a page that is reloaded while it is let in is let in again', async () => {
    const { keys, challenge, enter } = startHost()
    const storage = createStorage()
    const admission = await createPageSession({ code: keys.createCode(), host: HOST, storage, challenge })()
    if (admission.kind !== 'proven') throw new Error(admission.kind)
    // The host has accepted the code, but the page closed before it was told.
    expect(keys.admit(admission.protocols[1] ?? '', HOST)).toBe(true)
    const reloaded = createPageSession({ code: undefined, host: HOST, storage, challenge })
    expect(await enter(reloaded)).toBe('open')
    expect(await enter(reloaded)).toBe('open')
  })

  test('a stranger in the host’s place is known, and learns nothing that opens the host', async () => {
    const { keys, challenge, enter } = startHost()
    const storage = createStorage()
    const page = createPageSession({ code: keys.createCode(), host: HOST, storage, challenge })
    expect(await enter(page)).toBe('open')
    const told: string[] = []
    const strangers: Challenge[] = [
      { nonce: null, proof: null },
      { nonce: 'x'.repeat(43), proof: 'y'.repeat(43) },
    ]
    for (const answer of strangers) {
      const lost = createPageSession({
        code: undefined,
        host: HOST,
        storage,
        challenge: (keyId, nonce) => {
          told.push(keyId, nonce)
          return Promise.resolve(answer)
        },
      })
      expect(await lost()).toEqual({ kind: 'stranger' })
    }
    // With the data that the stranger got, it can request a challenge, but not answer it.
    const [keyId = '', nonce = ''] = told
    const given = keys.challenge({ keyId, nonce, host: HOST })
    expect(keys.admit(`${given?.nonce ?? ''}.${given?.proof ?? ''}`, HOST)).toBe(false)
  })

  test('a new start of the host does not know the page, and nobody there is no stranger', async () => {
    const storage = createStorage()
    const before = startHost()
    const code = before.keys.createCode()
    expect(
      await before.enter(createPageSession({ code, host: HOST, storage, challenge: before.challenge })),
    ).toBe('open')
    const { challenge } = startHost()
    expect(await createPageSession({ code: undefined, host: HOST, storage, challenge })()).toEqual({
      kind: 'refused',
    })
    const nobody = () => Promise.resolve('unreachable' as const)
    expect(await createPageSession({ code: undefined, host: HOST, storage, challenge: nobody })()).toEqual({
      kind: 'unreachable',
    })
  })

  test('storage that throws costs only the reload', async () => {
    const { keys, challenge, enter } = startHost()
    const off = () => {
      throw new Error('off')
    }
    const page = createPageSession({
      code: keys.createCode(),
      host: HOST,
      storage: { getItem: off, setItem: off },
      challenge,
    })
    expect(await enter(page)).toBe('open')
    expect(await enter(page)).toBe('open')
  })
})
