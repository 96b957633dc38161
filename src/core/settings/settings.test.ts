import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readStream } from '../testing/read-stream.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { createRecentItems, type RecentItems } from './recent-items.ts'
import { settingsHandlers, settingsStreams } from './settings-handlers.ts'
import { createSettings, type SettingsStore } from './settings.ts'

const context = { signal: new AbortController().signal, connection: {} }
const addressOf = (n: number) => `0x${n.toString(16).padStart(40, 'a')}`
let folder: string
let store: Store
let settings: SettingsStore
let recents: RecentItems
let handlers: ReturnType<typeof settingsHandlers>

function start() {
  store = openStore({ dataDir: folder })
  settings = createSettings(store)
  recents = createRecentItems(store)
  handlers = settingsHandlers({ settings, recents })
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-settings-'))
  start()
})
afterEach(() => {
  vi.useRealTimers()
  store.close()
  rmSync(folder, { recursive: true })
})
function restart() {
  recents.flush()
  store.close()
  start()
}

const readSettings = () => readStream(settingsStreams({ settings, recents })['settings.changed'])

describe('settings', () => {
  test('are empty at first; only what is given changes; all are there after a restart', async () => {
    expect(readSettings()).toEqual({})
    await handlers['settings.change'](
      { theme: 'dark', columns: { 'address-tokens': { hidden: ['type'] } } },
      context,
    )
    await handlers['settings.change']({ time: 'absolute' }, context)
    restart()
    expect(readSettings()).toEqual({
      theme: 'dark',
      time: 'absolute',
      columns: { 'address-tokens': { hidden: ['type'] } },
    })
  })

  test('are told to every window', async () => {
    const told: unknown[] = []
    const end = settingsStreams({ settings, recents })['settings.changed'](
      {},
      (now) => told.push(now),
      context,
    )
    await handlers['settings.change']({ zone: 'utc' }, context)
    end()
    await handlers['settings.change']({ zone: 'local' }, context)
    expect(told).toEqual([{}, { zone: 'utc' }])
  })

  test('that another version wrote, or that are damaged, are left out and not lost with the rest', () => {
    store.run(
      "INSERT INTO settings VALUES ('theme', '\"neon\"'), ('time', '{'), ('hologram', 'true'), ('zone', '\"utc\"'), ('shortcuts', '7')",
    )
    restart()
    expect(settings.read()).toEqual({ zone: 'utc', shortcuts: {} })
  })

  test('keep all chosen keys but those that a shortcut of this version has', () => {
    // Swapped keys are usable together; "copy" is not, and the key that it had is free again.
    const stored = { next: 'k', previous: 'j', copy: 'w', fly: 'f', help: 7, search: 's', zone: 's' }
    store.run('INSERT INTO settings VALUES (?, ?)', 'shortcuts', JSON.stringify(stored))
    restart()
    expect(settings.read().shortcuts).toEqual({ next: 'k', previous: 'j', search: 's' })
  })
})

describe('recent items', () => {
  test('are the newest first, each once, at most 50', () => {
    for (let n = 0; n < 60; n += 1)
      recents.visit({ source: 'eth', path: `/address/${addressOf(n)}`, title: `A ${String(n)}` })
    recents.visit({ source: 'eth', path: `/address/${addressOf(30)}`, title: 'Again' })
    restart()
    const places = recents.list()
    expect(places).toHaveLength(50)
    expect(places[0]).toMatchObject({ source: 'eth', title: 'Again' })
    expect(places[1]?.title).toBe('A 59')
    expect(places.filter(({ path }) => path.toLowerCase().endsWith(addressOf(30)))).toHaveLength(1)
  })

  test('are one for one thing, however it was written, also those that an earlier version kept twice', () => {
    const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    const hash = `0x${'Ab'.repeat(32)}`
    for (const [n, written] of [address.toLowerCase(), address].entries())
      store.run('INSERT INTO recent_items VALUES (?, ?, ?, ?)', 'eth', `/token/${written}`, 'T', n + 1)
    recents = createRecentItems(store)
    for (const path of [
      `/address/${address}`,
      `/address/${address.toLowerCase()}`,
      `/tx/${hash}`,
      `/tx/${hash.toLowerCase()}`,
    ])
      recents.visit({ source: 'eth', path, title: '' })
    expect(recents.list().map(({ path }) => path)).toEqual([
      `/tx/${hash.toLowerCase()}`,
      `/address/${address}`,
      `/token/${address}`,
    ])
  })

  test('of each source the last one is kept, however long ago', async () => {
    recents.visit({ source: 'gnosis', path: '/tokens', title: 'Long ago' })
    for (let n = 0; n < 80; n += 1) recents.visit({ source: 'eth', path: `/tx/${String(n)}`, title: '' })
    restart()
    expect(await handlers['recent.ofSources']({}, context)).toEqual({ gnosis: '/tokens', eth: '/tx/79' })
  })

  test('remember on which source an address was seen last, in any case', () => {
    recents.visit({ source: 'eth', path: `/address/${addressOf(7)}?tab=nfts`, title: '' })
    recents.visit({
      source: 'base',
      path: `/address/${addressOf(7).toUpperCase().replace('0X', '0x')}`,
      title: '',
    })
    restart()
    expect(recents.sourceOf(addressOf(7))).toBe('base')
    expect(recents.sourceOf(addressOf(8))).toBeUndefined()
  })

  test('of 5,000 addresses at most it is kept where they were seen, the ones visited last, before a restart as after it', () => {
    const numbered = (n: number) => `0x${String(n).padStart(40, '0')}`
    const visit = (n: number) => {
      recents.visit({ source: 'base', path: `/address/${numbered(n)}`, title: '' })
    }
    for (let n = 0; n < 5_000; n += 1) visit(n)
    visit(0)
    visit(5_000)
    const known = () => [0, 1, 2, 5_000].map((n) => recents.sourceOf(numbered(n)))
    expect(known()).toEqual(['base', undefined, 'base', 'base'])
    restart()
    expect(known()).toEqual(['base', undefined, 'base', 'base'])
  })

  test('are written together a moment after the visit, never during it', () => {
    vi.useFakeTimers()
    const written = () => store.all('SELECT path FROM recent_items ORDER BY visit')
    recents.visit({ source: 'eth', path: '/tx/1', title: 'One' })
    recents.visit({ source: 'eth', path: '/tx/2', title: 'Two' })
    expect(recents.list()).toHaveLength(2)
    expect(written()).toEqual([])
    vi.advanceTimersByTime(1_000)
    expect(written()).toEqual([{ path: '/tx/1' }, { path: '/tx/2' }])
  })

  test('cleared are gone, and every window hears it', () => {
    recents.visit({ source: 'eth', path: `/address/${addressOf(1)}`, title: '' })
    const told: unknown[] = []
    recents.onChange((places) => told.push(places))
    recents.clear()
    expect([told, recents.list(), recents.ofSources(), recents.sourceOf(addressOf(1))]).toEqual([
      [[]],
      [],
      {},
      undefined,
    ])
  })
})
