/** Generates ledgers with anything a chain can contain, and reads exported files back. */
import fc from 'fast-check'
import type { AccountingFormat } from '#shared/rpc/contract/ledger-export.ts'
import type { LedgerAsset, LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import type { Period } from '../../movements.ts'
import { RULES } from '../../kept/movement-rows.ts'
import { writeAccounting } from '../accounting-formats.ts'
import type { Book } from '../book.ts'
import { makeBook } from '../make-book.ts'

export const ADDRESS = `0x${'aB'.repeat(20)}`
export const hashOf = (n: number, length = 64) => `0x${n.toString(16).padStart(length, '0')}`
export const MAX_AMOUNT = 2n ** 256n - 1n
export const START = Date.UTC(2025, 0, 1)

export const COIN: LedgerAsset = { id: 'coin', token: null, tokenId: null }

export function tokenOf(
  n: number,
  { tokenId = null, ...token }: Partial<NonNullable<LedgerAsset['token']>> & { tokenId?: string | null } = {},
): LedgerAsset {
  const address_hash = hashOf(n, 40)
  return {
    id: tokenId === null ? address_hash : `${address_hash}:${tokenId}`,
    token: { address_hash, name: 'Token', symbol: 'TOK', decimals: '18', type: 'ERC-20', ...token },
    tokenId,
  }
}

/** The fields of a movement that a test is about; the others have default values. */
export type TestMovement = Partial<LedgerMovement> & Pick<LedgerMovement, 'asset' | 'amount'>

export const movementsOf = (made: readonly TestMovement[]): readonly LedgerMovement[] =>
  made.map((one, place) => ({
    place,
    nft: null,
    block: 100,
    time: START,
    rule: 'value',
    counterparty: { hash: hashOf(9, 40) },
    list: 'address-transactions',
    row: String(place),
    transaction: hashOf(1),
    ...one,
  }))

export interface TestLedger {
  readonly assets: readonly LedgerAsset[]
  readonly movements: readonly LedgerMovement[]
}

/** Text with characters that are syntax in some format. */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        '"', "'", ';', '|', ':', '=', '@', '\n', '\r\n', '\t', '  ;', '\\', '(', ')', '[2020-01-01]', '{1 ETH}',
        'date:2020-13-01', '\u202e', '\u2028', '\u0000', '=cmd|', '+1', '-1', '*', '!', '^x', '#x', ',', 'USDC', 'ETH',
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
) // prettier-ignore

const anyAmount = fc
  .oneof(
    fc.bigInt({ min: 1n, max: MAX_AMOUNT }),
    fc.bigInt({ min: 1n, max: 10n ** 27n }),
    fc.constantFrom(1n, MAX_AMOUNT, 10n ** 28n, 10n ** 60n + 1n),
  )
  .chain((amount) => fc.constantFrom(amount, -amount))

const anyAsset = (n: number): fc.Arbitrary<LedgerAsset> =>
  fc
    .record({
      symbol: fc.option(hostileText),
      name: fc.option(hostileText),
      decimals: fc.constantFrom(null, '0', '1', '6', '18', '24', '77', '78', '255', '256', 'x'),
      type: fc.constantFrom('ERC-20', 'ERC-721', 'ERC-1155', null),
      id: fc.option(fc.bigInt({ min: 0n, max: MAX_AMOUNT }).map(String)),
      // Addresses with the same first digits, which compete for the same name.
      isNear: fc.boolean(),
    })
    .map(({ id, isNear, ...token }) =>
      tokenOf(n, {
        ...token,
        ...(isNear && { address_hash: `0x${'c'.repeat(38)}${n.toString(16).padStart(2, '0')}` }),
        tokenId: token.type === 'ERC-1155' ? (id ?? '1') : null,
      }),
    )
    .map((asset) => ({
      ...asset,
      id: `${asset.token?.address_hash ?? ''}${asset.tokenId === null ? '' : `:${asset.tokenId}`}`,
    }))

const anyMovement = (assets: readonly LedgerAsset[]) =>
  fc
    .record({
      asset: fc.constantFrom(...assets),
      amount: anyAmount,
      rule: fc.constantFrom(...RULES),
      transaction: fc.option(fc.nat(9).map((n) => hashOf(n))),
      time: fc.option(
        fc.oneof(
          { weight: 9, arbitrary: fc.integer({ min: START, max: START + 1e9 }) },
          fc.constantFrom(0, -1, 8.64e15),
        ),
      ),
      nft: fc.option(fc.nat(99).map(String)),
      party: fc.option(hostileText),
      isNewBlock: fc.boolean(),
    })
    .map(({ asset, amount, rule, party, isNewBlock, ...more }) => ({
      ...more,
      // A fee is negative and paid in the coin.
      ...(rule === 'fee'
        ? { asset: COIN.id, amount: String(amount < 0n ? amount : -amount), nft: null }
        : {
            asset: asset.id,
            amount: String(amount),
            nft: asset.token?.type === 'ERC-721' ? more.nft : null,
          }),
      rule,
      isNewBlock,
      counterparty: party === null ? null : { hash: hashOf(9, 40), name: party, ens_domain_name: null },
    }))

export const anyLedger: fc.Arbitrary<TestLedger> = fc
  .integer({ min: 1, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => anyAsset(n + 1))))
  .chain((tokens) => {
    const assets = [COIN, ...tokens]
    return fc.array(anyMovement(assets), { maxLength: 40 }).map((made) => {
      let block = 1
      const movements = made.map(({ isNewBlock, ...movement }) => {
        block += Number(isNewBlock)
        // A transaction is in one block only.
        const transaction = movement.transaction && `${movement.transaction}${String(block)}`
        return { ...movement, block, transaction }
      })
      return { assets, movements: movementsOf(movements) }
    })
  })

async function* inOrder<T>(values: Iterable<T>): AsyncGenerator<T> {
  for (const value of values) yield await Promise.resolve(value)
}

/** Makes a book. `split`: number of movements before the period. */
export async function bookOf(
  { assets, movements }: TestLedger,
  { split = 0, period = { from: null, to: null } }: { split?: number; period?: Period } = {},
): Promise<Book> {
  const page = (part: readonly LedgerMovement[]) => inOrder([{ movements: part, assets }])
  return makeBook(
    { before: page(movements.slice(0, split)), within: page(movements.slice(split)) },
    {
      chain: { id: '1', name: 'Ethereum', coin: 'ETH', decimals: 18 },
      address: ADDRESS,
      period,
      wellKnown: new Map([[hashOf(1, 40), 'USDC']]),
    },
  )
}

export async function writeFile(
  format: AccountingFormat,
  movements: readonly LedgerMovement[],
  book: Book,
): Promise<string> {
  const chunks = []
  for await (const chunk of writeAccounting(format, inOrder(movements), book)) chunks.push(chunk)
  return chunks.join('')
}

/** Reads a table by RFC 4180 only; throws unless each row has as many cells as the first. */
export function readTable(text: string): readonly Readonly<Record<string, string>>[] {
  const rows: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  let row: string[] = []
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    row.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === ',') continue
    rows.push(row)
    row = []
    if (cell.lastIndex === text.length) break
  }
  const [heads = [], ...lines] = rows
  return lines.map((cells) => {
    if (cells.length !== heads.length) throw new Error(`Not one line of the table: ${cells.join('|')}`)
    return Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? '']))
  })
}

/** An amount in a file, in the smallest unit. */
export function unitsOf(text: string, decimals: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new Error(`No amount: ${text}`)
  const [, sign = '', whole = '', fraction = ''] = match
  if (fraction.length > decimals) throw new Error(`More decimals than ${String(decimals)}: ${text}`)
  return BigInt(sign + whole + fraction.padEnd(decimals, '0'))
}
