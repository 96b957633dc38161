/** The ledger of an address with a million movements, out of the archive: made, gone on with, and asked. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createArchive } from '#core/archive/create-archive.ts'
import { LEDGER_LISTS } from '#core/ledger/collect-rows.ts'
import { createMovementQueries } from '#core/ledger/ask-movements.ts'
import { createKeptLedgers, type KeptLedgers } from '#core/ledger/kept/kept-ledgers.ts'
import { counterpartiesOf } from '#core/ledger/ledger-counterparties.ts'
import { createLedger, type Ledger } from '#core/ledger/ledger.ts'
import { prove } from '#core/ledger/proof/prove.ts'
import { findSpam } from '#core/ledger/spam/find-spam.ts'
import { coinFactsOf } from '#shared/coin-facts.ts'
import { LruCache } from '#shared/lru-cache.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { below, median, type Figure } from './figure.ts'
import { balancesAfter, OWN, SOURCE, timeOf, writeBlocks } from './ledger-rows.ts'

/** Each makes two movements or three. */
const BLOCKS = 400_000
const MOVEMENTS = BLOCKS * 2.5 + 1
const NEW_BLOCKS = 400
const RUNS = 9
const never = new AbortController().signal

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  const archive = createArchive({ dataDir: folder, maxBytes: () => Infinity, isOn: () => true })
  const kept = createKeptLedgers(archive.reading)
  // The thread keeps no process alive.
  const waiting = setInterval(() => undefined, 1_000)
  try {
    writeBlocks(archive, 0, BLOCKS)
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    let most = 0
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100)
    const made = await timedMake(kept, BLOCKS)
    delay.disable()
    clearInterval(watching)
    const figures: Figure[] = [
      below('made, and proven', made.ms / 1_000, 30, 's'),
      { name: 'longest wait of the core meanwhile', value: delay.max / 1e6, unit: 'ms' },
      { name: 'memory above what it was, at most', value: (most - before) / 1e6, unit: 'MB' },
      {
        name: 'on disk',
        value: sizeOf(join(folder, 'chainglass.ledgers.sqlite')) / MOVEMENTS,
        unit: 'bytes a movement',
      },
      ...(await ask(made.ledger)),
    ]
    writeBlocks(archive, BLOCKS, BLOCKS + NEW_BLOCKS)
    const gone = await timedMake(kept, BLOCKS + NEW_BLOCKS)
    figures.push({ name: 'gone on with 1,000 new movements', value: gone.ms, unit: 'ms' })
    const again = await timedMake(kept, BLOCKS + NEW_BLOCKS)
    figures.push({ name: 'with nothing new', value: again.ms, unit: 'ms' })
    return figures
  } finally {
    clearInterval(waiting)
    kept.close()
    archive.close()
    rmSync(folder, { recursive: true })
  }
}

const sizeOf = (file: string) =>
  ['', '-wal'].reduce((sum, end) => sum + (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0), 0)

async function timedMake(kept: KeptLedgers, blocks: number) {
  const place = kept.archived()
  if (!place) throw new Error('There is no archive.')
  const reported = { ...balancesAfter(blocks), isWhole: true }
  const from = performance.now()
  const made = await place.run(
    { verb: 'make', source: SOURCE, address: OWN, coin: coinFactsOf('1'), lists: LEDGER_LISTS },
    { signal: never, onRows: () => undefined },
  )
  if (!made) throw new Error('Nothing was made.')
  const store = place.store()
  const { history } = store.state(made.ledger)
  const proven = await prove({
    address: OWN,
    reader: store.reader(made.ledger),
    history,
    hidden: new Set(),
    incomplete: [],
    claimed: undefined,
    reported,
    hasInternals: true,
    isNoticed: false,
    questions: {
      observe: () => Promise.resolve(undefined),
      calls: () => Promise.resolve(undefined),
    },
    remove: () => Promise.reject(new Error('Nothing was undone.')),
    signal: never,
  })
  const ms = performance.now() - from
  const assets = new LruCache<string, LedgerAsset>({ maxSize: 10_000 })
  const ledger = createLedger(proven, {
    revision: 1,
    readAt: 0,
    lists: [],
    assetOf: (id) =>
      assets.getOrMake(id, () => store.asset(made.ledger, id) ?? { id, token: null, tokenId: null }),
    requests: 0,
  })
  const { state, movements } = ledger.proof
  if (state !== 'adds_up' || movements !== blocks * 2.5 + 1)
    throw new Error(`${state}, with ${String(movements)} movements`)
  return { ms, ledger }
}

async function ask(ledger: Ledger): Promise<Figure[]> {
  const first = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const often = async (work: (run: number) => Promise<unknown>) => {
    const times: number[] = []
    for (let at = 0; at < RUNS; at += 1) times.push(await first(() => work(at)))
    return median(times)
  }
  const [from, to] = [Date.UTC(2023, 0, 1), Date.UTC(2024, 0, 1)]
  const year = (number: number) => ({
    from: Date.UTC(2020 + number, 0, 1),
    to: Date.UTC(2021 + number, 0, 1),
  })
  const source = { coin: coinFactsOf('1'), chainId: '1' }
  const queryOf = createMovementQueries({ get: () => source as never }, () => [])
  const isIn = queryOf({ source: SOURCE, address: OWN, query: 'in' }, ledger)
  const asksText = queryOf({ source: SOURCE, address: OWN, query: 'TK7' }, ledger)
  const all = { from: null, to: null }
  const spam = await first(async () => {
    const { without } = await findSpam({ ledger, address: OWN, wellKnown: new Set() })
    await ledger.statement({ from, to }, { filter: without })
  })
  return [
    { name: 'spam found, and a statement of a year without it', value: spam, unit: 'ms' },
    below(
      'statement of a year, the first time',
      await first(() => ledger.statement({ from, to })),
      300,
      'ms',
    ),
    below('statement of a year', await often((at) => ledger.statement(year(at % 5))), 300, 'ms'),
    below(
      'balances at a date',
      await often((at) => ledger.statement({ from: null, to: timeOf(at * 40_009 + 7) })),
      50,
      'ms',
    ),
    {
      name: 'a page of movements in the middle',
      value: await often((at) =>
        ledger.movements({ ...all, asset: null, offset: 400_000 + at * 7_919, limit: 100 }),
      ),
      unit: 'ms',
    },
    {
      name: 'a page of one asset in the middle',
      value: await often((at) =>
        ledger.movements({ ...all, asset: 'coin', offset: 300_000 + at * 7_919, limit: 100 }),
      ),
      unit: 'ms',
    },
    {
      name: 'the coin by month',
      value: await often(() => ledger.series({ ...all, asset: 'coin', by: 'month', zone: 'utc' })),
      unit: 'ms',
    },
    {
      name: 'the coin by day',
      value: await first(() => ledger.series({ ...all, asset: 'coin', by: 'day', zone: 'utc' })),
      unit: 'ms',
    },
    {
      name: 'statement of a year with a filter, the first time',
      value: await first(() => ledger.statement({ from, to }, { filter: isIn })),
      unit: 'ms',
    },
    {
      name: 'and then',
      value: await often((at) => ledger.statement(year(at % 5), { filter: isIn })),
      unit: 'ms',
    },
    {
      name: 'with a text, the first time',
      value: await first(() => ledger.statement({ from, to }, { filter: asksText })),
      unit: 'ms',
    },
    {
      name: 'counterparties of the coin',
      value: await first(() => counterpartiesOf(ledger, { ...all, asset: 'coin' }, {})),
      unit: 'ms',
    },
  ]
}
