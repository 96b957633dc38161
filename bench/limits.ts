/**
 * Text from outside that is made to be slow to read. For four times as much, what is linear takes four times as long, and
 * what is quadratic sixteen times.
 */
import { concatHex, encodeAbiParameters, parseAbiParameters, type Hex } from 'viem'
import { openStore } from '#core/store/open-store.ts'
import { createImports } from '#core/watchlist/import-watchlist.ts'
import { createWatchlist } from '#core/watchlist/watchlist.ts'
import { AddressShortener } from '#renderer/lib/address-shortener.ts'
import { decodeCall } from '#shared/abi/decode.ts'
import { standardCandidates } from '#shared/abi/standards.ts'
import { partyTransferOf } from '#shared/poisoning/party-transfer.ts'
import { PoisoningDetector } from '#shared/poisoning/poisoning-detector.ts'
import { csvCell } from '#shared/text/csv-cell.ts'
import { below, timed, type Figure } from './figure.ts'

const RUNS = 5
const MAX_GROWTH = 8
const MB = 1_000_000
const OWN = `0x${'0a'.repeat(20)}`
const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const lookAlike = (nth: number) => `0xd8da${nth.toString(16).padStart(32, '0')}6045`

/** The work that is measured, and its size. A quarter of the size is measured, too. */
const WORKS: readonly (readonly [name: string, size: number, work: (size: number) => unknown])[] = [
  ['a cell of blanks', 16 * MB, (size) => csvCell(' '.repeat(size))],
  ['a cell of separators', 4 * MB, (size) => csvCell(";'".repeat(size / 2))],
  ['calls beside each other', 5_000, (size) => openCalls(size)],
  ['imitations of one address', 20_000, (size) => seeImitations(size)],
  ['look-alikes on screen', 20_000, (size) => shortenAll(size)],
  ['an import of commas', 8 * MB, (size) => preview(','.repeat(size))],
  ['an import of quoted cells', 7.2 * MB, (size) => preview('"",'.repeat(size / 3))],
  ['an import of JSON objects', 7.2 * MB, (size) => preview(`[${'{},'.repeat(size / 3)}{}]`)],
  ['an import of one open quote', 2 * MB, (size) => preview(`${A},"${'""'.repeat(size / 2)}`)],
  ['an import of addresses', 10_000, (size) => importAll(size)],
]

function openCalls(count: number) {
  const transfer: Hex = concatHex([
    '0xa9059cbb',
    encodeAbiParameters(parseAbiParameters('address, uint256'), [OWN as Hex, 5n]),
  ])
  const calls = encodeAbiParameters(parseAbiParameters('bytes[]'), [Array<Hex>(count).fill(transfer)])
  return decodeCall({ to: OWN, input: concatHex(['0xac9650d8', calls]) }, standardCandidates)
}

function seeImitations(count: number) {
  const detector = new PoisoningDetector(OWN)
  for (let nth = 0; nth < count; nth++) {
    const item = { from: { hash: lookAlike(nth) }, to: { hash: OWN }, value: '0', block_number: nth + 2 }
    const transfer = partyTransferOf(item)
    if (!transfer) throw new Error('It moves nothing.')
    detector.see(transfer)
  }
}

function shortenAll(count: number) {
  const shortener = new AddressShortener()
  for (let nth = 0; nth < count; nth++) shortener.shorten(lookAlike(nth))
}

async function withImports<T>(work: (imports: ReturnType<typeof createImports>) => Promise<T>): Promise<T> {
  const store = openStore({ dataDir: ':memory:' })
  try {
    return await work(createImports(store, createWatchlist(store)))
  } finally {
    store.close()
  }
}

const { signal } = new AbortController()
const preview = (text: string) =>
  withImports((imports) => imports.preview(text, {}, signal).catch(() => undefined))

const importAll = (count: number) =>
  withImports(async (imports) => {
    const lines = Array.from({ length: count }, (_, nth) => `${lookAlike(nth)},label ${String(nth)}`)
    const { token } = await imports.preview(lines.join('\n'), {}, signal)
    if (imports.apply(token, 'theirs').counts.added !== count) throw new Error('Not all of them were added.')
  })

export async function run(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, size, work] of WORKS) {
    await work(size)
    const quarter = await timed(RUNS, () => work(size / 4))
    const whole = await timed(RUNS, () => work(size))
    figures.push(below(`${name}: for four times as much`, whole / quarter, MAX_GROWTH, 'x'))
    figures.push({ name, value: whole, unit: 'ms' })
  }
  return figures
}
