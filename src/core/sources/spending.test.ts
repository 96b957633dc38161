import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore, type Store } from '../store/open-store.ts'
import { createSpendingLedger } from './spending.ts'

const MINUTE = 60_000
let store: Store
let time: number
beforeEach(() => {
  store = openStore({ dataDir: ':memory:' })
  time = Date.UTC(2026, 10, 22, 12)
})
afterEach(() => {
  store.close()
})
const open = () => createSpendingLedger(store, () => time)
const none = { requests: 0, credits: 0 }

test('each request counts what its endpoint costs, for what it was made', () => {
  const ledger = open()
  expect(ledger.of('pro')).toBeUndefined()
  ledger.count({ holder: 'pro', endpoint: 'address-transactions', purpose: 'looking' })
  ledger.count({ holder: 'pro', endpoint: 'address-internal-transactions', purpose: 'looking' })
  ledger.count({ holder: 'pro', endpoint: 'address', purpose: 'polling' })
  ledger.count({ holder: 'eth', endpoint: 'of another version', purpose: 'looking' })
  expect(ledger.of('pro')?.today).toEqual({
    looking: { requests: 2, credits: 60 },
    polling: { requests: 1, credits: 20 },
    keeping: none,
  })
  expect(ledger.of('eth')?.today).toEqual({
    looking: { requests: 1, credits: 20 },
    polling: none,
    keeping: none,
  })
})

test('is kept over a restart of the same day, and begins anew at midnight UTC', () => {
  const first = open()
  first.count({ holder: 'pro', endpoint: 'address-transactions', purpose: 'looking' })
  first.flush()
  expect(open().of('pro')?.today.looking).toEqual({ requests: 1, credits: 20 })
  time = Date.UTC(2026, 10, 22, 23, 59, 59, 999)
  expect(open().of('pro')).toBeDefined()
  time += 1
  expect(open().of('pro')).toBeUndefined()
  expect(first.of('pro')).toBeUndefined()
})

test('what keeping takes is written at once; a day of an older version has none', () => {
  open().count({ holder: 'pro', endpoint: 'address-transactions', purpose: 'keeping' })
  expect(open().of('pro')?.today.keeping).toEqual({ requests: 1, credits: 20 })
  const day = { looking: { requests: 2, credits: 40 }, polling: none }
  const value = JSON.stringify({ day: '2026-11-22', holders: { pro: day } })
  store.run("UPDATE key_values SET value = ? WHERE name = 'spending'", value)
  expect(open().of('pro')?.today).toEqual({ ...day, keeping: none })
})

test('the pace of polling is that of the last hour, once it has been seen for a while', () => {
  const ledger = open()
  const poll = () => {
    ledger.count({ holder: 'pro', endpoint: 'address-transactions', purpose: 'polling' })
  }
  poll()
  time += 4 * MINUTE
  expect(ledger.of('pro')?.pollingPerHour).toBeUndefined()
  for (let minute = 4; minute < 90; minute += 1) {
    time += MINUTE
    poll()
  }
  expect(ledger.of('pro')?.pollingPerHour).toBeCloseTo(60 * 20, -2)
  time += 61 * MINUTE
  expect(ledger.of('pro')?.pollingPerHour).toBe(0)
})

test('what is cleared is not written again; what is damaged is begun anew', () => {
  const ledger = open()
  ledger.count({ holder: 'pro', endpoint: 'address-transactions', purpose: 'looking' })
  ledger.flush()
  ledger.clear()
  ledger.flush()
  expect(ledger.of('pro')).toBeUndefined()
  expect(store.all('SELECT * FROM key_values')).toEqual([])
  store.run("INSERT INTO key_values (name, value) VALUES ('spending', '{\"day\":1}')")
  expect(open().of('pro')).toBeUndefined()
})
