/** Questions over a million rows that are held, as the window asks them: by the thread that reads the archive. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createArchive, type Archive } from '#core/archive/create-archive.ts'
import { createHeldQuestions, type HeldQuestions } from '#core/held/ask-archive.ts'
import type { FindAnswer, FindInput, TotalsAnswer, TotalsInput } from '#core/held/questions.ts'
import type { TokenTransfer } from '#shared/chain/token.ts'
import { below, median, type Figure } from './figure.ts'

const ROWS = 1_000_000
const PAGE = 50
const RUNS = 5
const OWN = `0x${'0a'.repeat(20)}`
const LIST = {
  source: 'eth',
  list: 'address-token-transfers',
  params: { address_hash: OWN },
  filters: {},
} as const
const SCOPE = { of: 'list', ...LIST } as const
const FACTS = { eth: { coin: { symbol: 'ETH', decimals: 18 }, chainId: '1' } }
const METHODS = [
  'transfer',
  'swapExactTokensForTokens',
  'multicall',
  'claim',
  'transferFrom',
  'execute',
  'bridge',
]

/** Always the same, and without a pattern. */
const scatter = (n: number, of: number) => {
  const mixed = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d)
  return (Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0) % of
}
const address = (n: number) =>
  `0x${n.toString(16).padStart(8, '0')}${(n * 7919).toString(16).padStart(32, '5')}`
const party = (n: number) => ({
  hash: n === 0 ? OWN : address(n),
  name: n % 9 === 0 ? `Contract ${String(n)}` : null,
  is_contract: n % 9 === 0,
})

function transfer(n: number): TokenTransfer {
  const [isIn, token] = [n % 2 === 0, scatter(n + 5, 60)]
  // A third of all with somebody who comes often.
  const other = party(scatter(n, 3) === 0 ? scatter(n, 40) : scatter(n + 1, 300_000))
  return {
    transaction_hash: `0x${scatter(n, 0x7fff_ffff).toString(16).padStart(16, '0').repeat(4)}`,
    block_hash: `0x${n.toString(16).padStart(64, '9')}`,
    log_index: n % 300,
    block_number: 10_000_000 + n,
    timestamp: new Date(1_600_000_000_000 + n * 120_000).toISOString().replace('Z', '000Z'),
    from: isIn ? other : party(0),
    to: isIn ? party(0) : other,
    method: METHODS[scatter(n + 2, METHODS.length)] ?? null,
    token: {
      address_hash: address(1_000_000 + token),
      symbol: `TK${String(token)}`,
      name: `Token ${String(token)}`,
      decimals: '18',
      type: 'ERC-20',
      exchange_rate: token % 3 === 0 ? '1.0003' : null,
    },
    token_type: 'ERC-20',
    type: 'token_transfer',
    total: [{ value: String(BigInt(scatter(n + 3, 1_000_000)) * 10n ** 15n), decimals: '18' }],
  }
}

/** What is asked, RUNS times in other words: nothing that was found before is of use. */
const QUESTIONS: readonly (readonly [name: string, text: (run: number) => string, maxMs: number])[] = [
  ['counterparty', (run) => `with:${address(4 + run)}`, 150],
  ['counterparty by name', (run) => `with:"Contract ${String(9 * (1 + run))}"`, 150],
  ['token', (run) => `token:TK${String(20 + run)}`, 150],
  ['amount', (run) => `amount>${String(900 + run)}`, 150],
  ['date', (run) => `on:2021-0${String(1 + run)}`, 150],
  ['method', (run) => `method:${METHODS[run] ?? ''}`, 150],
  ['free text', (run) => `"token ${String(40 + run)}"`, 150],
  ['token and amount', (run) => `token:TK${String(30 + run)} amount>=${String(500 + run)}`, 150],
]

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  const archive = createArchive({ dataDir: folder, maxBytes: () => Infinity, isOn: () => true })
  const questions = createHeldQuestions({ reading: archive.reading, labels: () => [] })
  // The thread keeps no process alive.
  const waiting = setInterval(() => undefined, 1_000)
  try {
    const rowsPerSecond = fill(archive)
    const figures: Figure[] = [
      {
        name: 'taken in, whole transfers',
        value: rowsPerSecond,
        unit: 'rows/s',
        aim: '> 20,000 rows/s',
        met: rowsPerSecond > 20_000,
      },
      below('on disk', archive.status().bytes / ROWS, 250, 'bytes a row'),
    ]
    figures.push(...(await ask(questions)))
    return figures
  } finally {
    clearInterval(waiting)
    questions.close()
    archive.close()
    rmSync(folder, { recursive: true })
  }
}

function fill(archive: Archive): number {
  const list = archive.list(LIST)
  let ms = 0
  for (let top = ROWS; top > 0; top -= PAGE) {
    const items = Array.from({ length: PAGE }, (_, at) => transfer(top - at))
    const keys = items.map(
      ({ transaction_hash: hash, log_index: log }, at) => `${hash}:${String(log)}:${String(top - at)}`,
    )
    const next = top > PAGE ? { block_number: 10_000_000 + top - PAGE + 1 } : null
    const from = performance.now()
    list?.write(top === ROWS ? null : { block_number: 10_000_000 + top + 1 }, {
      items,
      keys,
      unread: [],
      next,
    })
    archive.flush()
    ms += performance.now() - from
  }
  return ROWS / (ms / 1_000)
}

async function ask(questions: HeldQuestions): Promise<Figure[]> {
  const never = new AbortController().signal
  const find = (input: Partial<FindInput>) =>
    questions.ask(
      {
        call: 'find',
        facts: FACTS,
        input: { scope: SCOPE, text: '', zone: 'utc', sort: null, offset: 0, limit: 50, ...input },
      },
      never,
    ) as Promise<FindAnswer>
  const addUp = (input: Partial<TotalsInput>) =>
    questions.ask(
      {
        call: 'totals',
        facts: FACTS,
        input: { scope: SCOPE, text: '', zone: 'utc', grouping: null, offset: 0, limit: 100, ...input },
      },
      never,
    ) as Promise<TotalsAnswer>
  const timedAsk = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const figures: Figure[] = []
  const whole = await find({})
  if (whole.count !== ROWS || !whole.isComplete) throw new Error(`Not all is held: ${String(whole.count)}`)
  const cold = await timedAsk(() => find({ text: 'token:TK3' }))
  figures.push({ name: 'the first question after a start', value: cold, unit: 'ms' })
  const places: number[] = []
  for (let run = 0; run < 40; run += 1)
    places.push(await timedAsk(() => find({ offset: (run * 7_919_003) % (ROWS - 50) })))
  figures.push(below('a page anywhere in a million rows', median(places), 100, 'ms'))
  for (const [name, text, maxMs] of QUESTIONS) {
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const from = performance.now()
      const { count, rows, errors } = await find({ text: text(run) })
      times.push(performance.now() - from)
      if (errors.length > 0 || count === 0 || count === ROWS || rows.length !== Math.min(50, count))
        throw new Error(`Finds nothing, or all: ${text(run)}`)
    }
    figures.push(below(`first 50 by ${name}`, median(times), maxMs, 'ms'))
  }
  for (const by of ['time', 'amount'] as const)
    figures.push({
      name: `all, sorted by ${by}`,
      value: await timedAsk(() => find({ sort: { by, descending: false } })),
      unit: 'ms',
    })
  figures.push(below('totals', await timedAsk(() => addUp({})), 300, 'ms'))
  for (const grouping of ['counterparty', 'token', 'month'] as const)
    figures.push(below(`totals by ${grouping}`, await timedAsk(() => addUp({ grouping })), 300, 'ms'))
  return figures
}
