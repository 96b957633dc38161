import { createHmac, timingSafeEqual } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isSameSecret } from '#platform/same-secret.ts'
import { KEY_ID_TEXT, proofText } from '#shared/launch-proof.ts'
import { createLaunchKeys } from './launch-keys.ts'

vi.mock('node:crypto', { spy: true })
vi.mock('#platform/same-secret.ts', { spy: true })
beforeEach(() => {
  vi.clearAllMocks()
})

const HOST = '127.0.0.1:1'
const NONCE = 'n'.repeat(43)
const sign = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')

function start(now?: () => number) {
  const used: string[] = []
  const keys = createLaunchKeys({ onUsed: (code) => used.push(code), ...(now ? { now } : {}) })
  const challenge = (key: string, host = HOST) =>
    keys.challenge({ keyId: sign(key, KEY_ID_TEXT), nonce: NONCE, host })
  const answer = (key: string, hostNonce: string) =>
    `${hostNonce}.${sign(key, proofText('page', { host: HOST, pageNonce: NONCE, hostNonce }))}`
  return { keys, challenge, answer, used }
}

describe('the code of a link', () => {
  it('has 256 bits, and no two are the same', () => {
    const { keys } = start()
    const codes = Array.from({ length: 50 }, () => keys.createCode())
    expect(new Set(codes).size).toBe(50)
    for (const code of codes) expect(Buffer.from(code, 'base64url')).toHaveLength(32)
  })

  it('is exchanged once', () => {
    const { keys, challenge, answer, used } = start()
    const code = keys.createCode()
    const [first, second] = [challenge(code)?.nonce ?? '', challenge(code)?.nonce ?? '']
    expect(keys.admit(answer(code, first), HOST)).toBe(true)
    expect(used).toEqual([code])
    expect(keys.admit(answer(code, second), HOST)).toBe(false)
    expect(challenge(code)).toBeUndefined()
  })

  it('opens nothing by a proof that is wrong, late, of another name, or used before', () => {
    let time = 0
    const { keys, challenge, answer } = start(() => time)
    const code = keys.createCode()
    const nonce = () => challenge(code)?.nonce ?? ''
    for (const wrong of [
      '',
      '.',
      nonce(),
      `${nonce()}.`,
      `${nonce()}.${'x'.repeat(43)}`,
      `${nonce()}.${code}`,
    ])
      expect(keys.admit(wrong, HOST), wrong).toBe(false)
    expect(keys.admit(answer('another key', nonce()), HOST)).toBe(false)
    expect(keys.admit(answer(code, nonce()), 'f00.localhost:1')).toBe(false)
    const late = nonce()
    time += 31_000
    expect(keys.admit(answer(code, late), HOST)).toBe(false)
    const once = nonce()
    expect(keys.admit(answer(code, once).replace(/.$/, ''), HOST)).toBe(false)
    expect(keys.admit(answer(code, once), HOST)).toBe(false) // each challenge can be answered once
    expect(keys.admit(answer(code, nonce()), HOST)).toBe(true)
  })

  it('and what it leads to are bounded in number', () => {
    const { keys, challenge } = start()
    const first = keys.createCode()
    for (let n = 0; n < 64; n++) keys.createCode()
    expect(challenge(first)).toBeUndefined()
    const code = keys.createCode()
    const forgotten = challenge(code)?.nonce ?? ''
    for (let n = 0; n < 1_024; n++) challenge(code)
    expect(keys.admit(`${forgotten}.x`, HOST)).toBe(false)
  })
})

describe('secrets', () => {
  it('are compared by one function, over digests, in constant time', () => {
    const { keys, challenge } = start()
    keys.admit(`${challenge(keys.createCode())?.nonce ?? ''}.wrong`, HOST)
    expect(isSameSecret).toHaveBeenCalledExactlyOnceWith('wrong', expect.any(String))
    expect(timingSafeEqual).toHaveBeenCalledOnce()
    // The compared values have the same length.
    for (const compared of vi.mocked(timingSafeEqual).mock.calls[0] ?? []) expect(compared).toHaveLength(32)
  })
})
