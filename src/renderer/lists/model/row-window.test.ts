import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ok, fail, type Result } from '#shared/errors/errors.ts'
import type { RowGap } from '#shared/rpc/contract/rows.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { itemRow } from '#renderer/testing/grid-rows.ts'
import { RowWindow, type ResultPart } from './row-window.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A result of rows with these numbers. Each request waits for `answer`. */
function open(numbers: number[], { above = [], gaps = [] }: { above?: GridRow[]; gaps?: RowGap[] } = {}) {
  const result = { numbers }
  const asked: {
    offset: number
    limit: number
    signal: AbortSignal
    etag: string | undefined
    answer: () => void
  }[] = []
  const onChange = vi.fn()
  const pages = new RowWindow<ResultPart>(
    (offset, limit, signal, ifNoneMatch) =>
      new Promise<Result<ResultPart>>((resolve) => {
        const answer = () => {
          const { numbers: all } = result
          const told = all.slice(offset, offset + limit)
          const etag = `${String(told[0])}-${String(told.at(-1))}`
          resolve(
            signal.aborted
              ? fail({ code: 'cancelled' })
              : ok({
                  ...{ count: all.length, gaps, etag },
                  rows: etag === ifNoneMatch ? undefined : told.map(itemRow),
                }),
          )
        }
        asked.push({ offset, limit, signal, etag: ifNoneMatch, answer })
      }),
    onChange,
  )
  pages.putAbove(above)
  pages.refresh({ now: true })
  async function answerAll() {
    await vi.advanceTimersByTimeAsync(0)
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
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

test('the count is known from the first answer, and rows anywhere are read when they are seen', async () => {
  const { pages, asked, answerAll, numberAt } = open(upTo(1_000_000))
  await answerAll()
  expect(pages.count).toBe(1_000_000)
  expect(numberAt(0)).toBe(0)
  expect(numberAt(500_000)).toBeUndefined()
  pages.see(500_010, 500_040)
  expect(asked.map(({ offset }) => offset)).toEqual([500_000, 500_050])
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
  expect(asked.filter(({ signal }) => !signal.aborted).map(({ offset }) => offset)).toEqual([50_000, 50_050])
  await answerAll()
  expect(numberAt(50_000)).toBe(50_000)
  expect(numberAt(10_000)).toBeUndefined()
})

test('two who look at different places of one result both have their rows', async () => {
  const { pages, answerAll, numberAt } = open(upTo(100_000))
  await answerAll()
  pages.see(10_000, 10_030, 'left')
  pages.see(50_000, 50_030, 'right')
  await answerAll()
  expect([numberAt(10_000), numberAt(50_000)]).toEqual([10_000, 50_000])
  pages.leave('left')
  for (let first = 60_000; first < 70_000; first += 100) {
    pages.see(first, first + 30, 'right')
    await answerAll()
  }
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

test('what was read of before is shown until it is read again', async () => {
  const { pages, result, asked, answerAll, numberAt } = open(upTo(1_000))
  await answerAll()
  pages.see(300, 330)
  await answerAll()
  result.numbers = [-2, -1, ...upTo(1_000)]
  pages.refresh({ now: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.map(({ offset }) => offset)).toEqual([300, 350])
  expect([pages.count, numberAt(310), pages.isRefreshing]).toEqual([1_000, 310, true])
  asked.shift()?.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect([pages.count, numberAt(310), numberAt(360), pages.isRefreshing]).toEqual([1_002, 308, 360, false])
  await answerAll()
  expect(numberAt(360)).toBe(358)
})

test('a result that became longer is read on at once where its end is seen, and the same rows are not told again', async () => {
  const { pages, result, asked, answerAll } = open(upTo(200))
  await answerAll()
  pages.see(170, 200)
  await answerAll()
  const before = pages.at(180)
  result.numbers = upTo(250)
  pages.refresh({ now: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.map(({ offset, etag }) => [offset, etag])).toEqual([
    [150, '150-199'],
    [200, undefined],
  ])
  await answerAll()
  expect([pages.count, pages.at(249)?.key]).toEqual([250, 'k249'])
  expect(pages.at(180)).toBe(before)
})

test('a result that changes while it is asked is answered, and then asked again', async () => {
  const { pages, result, asked, answerAll, numberAt } = open(upTo(10))
  await vi.advanceTimersByTimeAsync(0)
  for (let turn = 0; turn < 5; turn += 1) pages.refresh({ now: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveLength(1)
  expect(pages.isRefreshing).toBe(true)
  asked.shift()?.answer()
  result.numbers = [7]
  await answerAll()
  expect([pages.count, numberAt(0), pages.isRefreshing]).toEqual([1, 7, false])
})

test('a row stands for what is missing, where it is missing', async () => {
  const gap = (before: number) => ({ before, from: 1_000 - before, to: 900 - before, cursor: null })
  const { pages, answerAll, numberAt } = open(upTo(250), { above: [itemRow(-1)], gaps: [gap(2), gap(120)] })
  await answerAll()
  expect(pages.count).toBe(253)
  expect([0, 1, 2, 4].map(numberAt)).toEqual([-1, 0, 1, 2])
  expect(pages.at(3)).toMatchObject({ kind: 'gap', gap: { from: 998, to: 898 } })
  expect(pages.indexOf(pages.at(3)?.key ?? '')).toBe(3)
  pages.see(115, 130)
  await answerAll()
  expect([121, 123].map(numberAt)).toEqual([119, 120])
  const at = upTo(253).find((index) => index > 3 && pages.at(index)?.kind === 'gap')
  expect(at).toBe(122)
  expect(pages.indexOf('k120')).toBe(123)
  const read: string[] = []
  const reading = (async () => {
    for await (const row of pages.read(0, 253)) read.push(row.kind)
  })()
  while (read.length < 253) await answerAll()
  await reading
  expect(read.flatMap((kind, index) => (kind === 'gap' ? [index] : []))).toEqual([3, 122])
})

test('rows above the result stand before it', async () => {
  const { pages, answerAll, numberAt } = open(upTo(250), { above: [itemRow(-1)] })
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
    result.numbers = upTo(1_000 + turn)
    pages.refresh()
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
  const pages = new RowWindow<ResultPart>(
    () =>
      Promise.resolve(
        isDown ? fail({ code: 'internal', reference: '1' }) : ok({ count: 1, rows: [itemRow(0)] }),
      ),
    () => undefined,
  )
  pages.refresh({ now: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(pages.error).toMatchObject({ code: 'internal' })
  isDown = false
  pages.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(pages.error).toBeUndefined()
  expect(pages.at(0)).toEqual(itemRow(0))
})

test('reads any rows in their order, whatever is held', async () => {
  const { pages, answerAll } = open(upTo(2_500), { above: [itemRow(-1)] })
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
