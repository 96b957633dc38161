/**
 * Questions over a million rows that are held, as the window asks them: by the thread that reads the archive.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createArchive } from '#core/archive/create-archive.ts'
import { createRowQuestions, type RowQuestions } from '#core/query/ask-archive.ts'
import type {
  ActivityAnswer,
  ActivityInput,
  FindAnswer,
  FindInput,
  TotalsAnswer,
  TotalsInput,
} from '#core/query/questions.ts'
import { below, median, type Figure } from './figure.ts'
import { address, fillArchive, listOf, METHODS } from './many-rows.ts'

const ROWS = 1_000_000
const RUNS = 5
const SCOPE = { of: 'list', ...listOf('eth') } as const
const FACTS = { eth: { coin: { symbol: 'ETH', decimals: 18 }, chainId: '1', name: 'Ethereum' } }
/** Each question is asked RUNS times in other words, so that no earlier result can be used. */
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
  const questions = createRowQuestions({ reading: archive.reading, labels: () => [] })
  // The thread keeps no process alive.
  const waiting = setInterval(() => undefined, 1_000)
  try {
    const rowsPerSecond = fillArchive(archive, 'eth', ROWS)
    const figures: Figure[] = [
      {
        name: 'taken in, whole transfers',
        value: rowsPerSecond,
        unit: 'rows/s',
        aim: '> 40,000 rows/s',
        met: rowsPerSecond > 40_000,
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

async function ask(questions: RowQuestions): Promise<Figure[]> {
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
  const activity = (input: Partial<ActivityInput>) =>
    questions.ask(
      { call: 'activity', facts: FACTS, input: { scope: SCOPE, text: '', zone: 'utc', ...input } },
      never,
    ) as Promise<ActivityAnswer>
  const timedAsk = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const figures: Figure[] = []
  const whole = await find({})
  if (whole.count !== ROWS || !whole.isComplete) throw new Error(`Not all is loaded: ${String(whole.count)}`)
  const cold = await timedAsk(() => find({ text: 'token:TK3' }))
  figures.push(below('the first question after a start', cold, 150, 'ms'))
  const learning = await timedAsk(() => find({ fold: true }))
  figures.push({ name: 'scam and imitations left out, for the first time', value: learning, unit: 'ms' })
  const folding = await timedAsk(() => find({ fold: true, text: 'in' }))
  figures.push({ name: 'the same with a filter', value: folding, unit: 'ms' })
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
  for (const by of ['time', 'amount', 'from', 'usd'] as const)
    figures.push(
      below(
        `all, sorted by ${by}`,
        await timedAsk(() => find({ sort: { by, descending: false } })),
        200,
        'ms',
      ),
    )
  figures.push({
    name: 'a page in the middle of all, sorted by amount, for the first time',
    value: await timedAsk(() => find({ sort: { by: 'amount', descending: false }, offset: ROWS / 2 })),
    unit: 'ms',
  })
  figures.push(below('totals', await timedAsk(() => addUp({})), 300, 'ms'))
  for (const grouping of ['counterparty', 'token', 'month'] as const)
    figures.push(below(`totals by ${grouping}`, await timedAsk(() => addUp({ grouping })), 600, 'ms'))
  figures.push(below('rows by time', await timedAsk(() => activity({})), 300, 'ms'))
  figures.push(
    below('rows by time, filtered', await timedAsk(() => activity({ text: 'amount>450' })), 300, 'ms'),
  )
  return figures
}
