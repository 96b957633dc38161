import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ok, fail, type Result } from '#shared/errors/errors.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { itemRow } from '#renderer/testing/grid-rows.ts'
import { RowPages, type ResultPart, type ResultTop } from './row-pages.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A result of rows with these numbers, answered when `answer` is called. */
function open(numbers: number[], top: (rows: readonly GridRow[]) => ResultTop = atOnce) {
  const result = { numbers, revision: 'a' }
  const asked: { offset: number; limit: number; signal: AbortSignal; answer: () => void }[] = []
  const onChange = vi.fn()
  const pages = new RowPages<ResultPart>(
    (offset, limit, signal) =>
      new Promise<Result<ResultPart>>((resolve) => {
        const answer = () => {
          const { numbers: all, revision } = result
          resolve(
            signal.aborted
              ? fail({ code: 'cancelled' })
              : ok({ count: all.length, revision, rows: all.slice(offset, offset + limit).map(itemRow) }),
          )
        }
        asked.push({ offset, limit, signal, answer })
      }),
    top,
    onChange,
  )
  async function answerAll() {
    while (asked.length > 0) {
      asked.shift()?.answer()
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  const numberAt = (index: number) => {
    const row = pages.at(index)
    return row?.kind === 'item' ? (row.item as { n: number }).n : undefined
  }
  return { pages, result, asked, onChange, answerAll, numberAt }
}
const atOnce = (): ResultTop => ({ above: [], skipped: 0 })
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

test('the count is known from the first answer, and rows anywhere are read when they are seen', async () => {
  const { pages, asked, answerAll, numberAt } = open(upTo(1_000_000))
  await answerAll()
  expect(pages.count).toBe(1_000_000)
  expect(numberAt(0)).toBe(0)
  expect(numberAt(500_000)).toBeUndefined()
  pages.see(500_010, 500_040)
  expect(asked.map(({ offset }) => offset)).toEqual([500_000, 499_900])
  await answerAll()
  expect(numberAt(500_010)).toBe(500_010)
  expect(pages.indexOf('k500010')).toBe(500_010)
  expect(pages.at(1_000_000)).toBeUndefined()
})

test('what was asked for and is not seen any more is not waited for', async () => {
  const { pages, asked, answerAll, numberAt } = open(upTo(100_000))
  await answerAll()
  pages.see(10_000, 10_030)
  pages.see(50_000, 50_030)
  expect(asked.filter(({ signal }) => !signal.aborted).map(({ offset }) => offset)).toEqual([50_000, 49_900])
  await answerAll()
  expect(numberAt(50_000)).toBe(50_000)
  expect(numberAt(10_000)).toBeUndefined()
})

test('however far it is scrolled, some pages are held', async () => {
  const { pages, answerAll, numberAt } = open(upTo(100_000))
  await answerAll()
  for (let first = 0; first < 10_000; first += 100) {
    pages.see(first, first + 30)
    await answerAll()
  }
  const held = upTo(10_000).filter((index) => numberAt(index) !== undefined)
  expect(held.length).toBeLessThanOrEqual(2_000)
  expect(held.at(-1)).toBe(9_999)
})

test('rows that are newer do not move what is seen, and what was read of before is read again', async () => {
  let first: string | undefined
  const { pages, result, asked, answerAll, numberAt } = open(upTo(1_000), (rows) => {
    first ??= rows[0]?.key
    return {
      above: [],
      skipped: Math.max(
        0,
        rows.findIndex(({ key }) => key === first),
      ),
    }
  })
  await answerAll()
  pages.see(300, 330)
  await answerAll()
  result.numbers = [-2, -1, ...upTo(1_000)]
  result.revision = 'b'
  pages.refresh()
  await vi.advanceTimersByTimeAsync(1_000)
  asked.shift()?.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(pages.count).toBe(1_000)
  expect(numberAt(310)).toBe(310)
  expect(asked.map(({ offset }) => offset)).toEqual([302, 202])
  await answerAll()
  expect(numberAt(310)).toBe(310)
  first = undefined
  pages.refresh()
  await vi.advanceTimersByTimeAsync(1_000)
  await answerAll()
  expect(pages.count).toBe(1_002)
  expect(numberAt(0)).toBe(-2)
  expect(numberAt(310)).toBe(308)
})

test('rows above the result stand before it', async () => {
  const { pages, answerAll, numberAt } = open(upTo(250), () => ({ above: [itemRow(-1)], skipped: 0 }))
  await answerAll()
  pages.see(99, 110)
  await answerAll()
  expect([numberAt(0), numberAt(1), numberAt(101)]).toEqual([-1, 0, 100])
  expect(pages.count).toBe(251)
  expect(pages.indexOf('k100')).toBe(101)
})

test('rows that change with every answer are shown, and their beginning is asked once in a while', async () => {
  const { pages, result, asked, answerAll, numberAt } = open(upTo(1_000))
  await answerAll()
  let tops = 0
  for (let turn = 0; turn < 50; turn += 1) {
    result.revision = `turn ${String(turn)}`
    pages.see(turn * 10, turn * 10 + 5)
    tops += asked.filter(({ offset }) => offset === 0).length
    await answerAll()
    await vi.advanceTimersByTimeAsync(20)
  }
  await answerAll()
  expect(numberAt(490)).toBe(490)
  expect(tops).toBeLessThan(20)
})

test('a failure is told, and everything goes on after it', async () => {
  let isDown = true
  const pages = new RowPages<ResultPart>(
    () =>
      Promise.resolve(
        isDown
          ? fail({ code: 'internal', reference: '1' })
          : ok({ count: 1, revision: 'a', rows: [itemRow(0)] }),
      ),
    atOnce,
    () => undefined,
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(pages.error).toMatchObject({ code: 'internal' })
  isDown = false
  pages.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(pages.error).toBeUndefined()
  expect(pages.at(0)).toEqual(itemRow(0))
})

test('reads any rows in their order, whatever is held', async () => {
  const { pages, answerAll } = open(upTo(2_500), () => ({ above: [itemRow(-1)], skipped: 0 }))
  await answerAll()
  const read: GridRow[] = []
  const reading = (async () => {
    for await (const row of pages.read(0, 2_001)) read.push(row)
  })()
  await vi.advanceTimersByTimeAsync(0)
  while (read.length < 2_001) await answerAll()
  await reading
  expect(read.map(({ key }) => key)).toEqual(upTo(2_001).map((n) => `k${String(n - 1)}`))
})
