/** Tests that explorers' pages say nothing that is not known: counts, files and blobs of chains that are made for it. */
import { expect, it } from 'vitest'
import { type ChainReader, type ListPage, MAX_RANKED, NotServed, Unavailable } from '../../chain-reader.ts'
import { wireDialect } from '../dialects/dialect.ts'
import { account, block, hash, transaction, withdrawal } from '../testing/memory-items.ts'
import { createMemoryChain, TRANSACTION } from '../testing/memory-chain.ts'
import { contractInFull } from './contract-fields.ts'
import type { ExplorerRequest } from './explorer-page.ts'
import { explorerPage, type ExplorerPageId } from './explorer-table.ts'

const written = wireDialect('v12', { form: 'instance', origin: 'http://127.0.0.1' })

const read = async (id: ExplorerPageId, reader: Partial<ChainReader>, asked: Partial<ExplorerRequest> = {}) =>
  explorerPage(id).read({
    reader: { ...createMemoryChain(), ...reader },
    written,
    params: {},
    filters: {},
    after: null,
    limit: 50,
    isGone: () => false,
    ...asked,
  })

const YEAR = 2026
/** Rows of a list without an end, each a minute older than the one before. */
function endless(row: (nth: number) => object): Pick<ChainReader, 'list'> & { readonly reads: () => number } {
  let reads = 0
  return {
    reads: () => reads,
    list(_, { after, limit }): ListPage {
      reads += 1
      const start = Number(after?.start ?? 0)
      const items = Array.from({ length: limit }, (__, at) => ({
        timestamp: new Date(Date.UTC(YEAR, 0) - (start + at) * 60_000).toISOString(),
        ...row(start + at),
      }))
      return { items, next: { start: start + limit } }
    },
  }
}

it('a file of a period that is too far down, too large or still being made is refused with a sentence', async () => {
  const page = 'address-logs-csv'
  const far = read(
    page,
    endless(() => ({})),
    { filters: { to_period: '2020-01-01' } },
  )
  await expect(far).rejects.toThrow(NotServed)
  await expect(far).rejects.toThrow('More than 50,000 rows')
  const long = endless(() => ({ data: 'f'.repeat(200_000) }))
  await expect(read(page, long)).rejects.toThrow('more than 64 MB')
  expect(long.reads()).toBe(1)
  const noted = (status: string) => ({
    list: () => ({ items: [], next: null, meta: { status, message: 'Some are not there.' } }),
  })
  await expect(read(page, noted('pending'))).rejects.toStrictEqual(new Unavailable('Some are not there.'))
  await expect(read(page, noted('unavailable'))).rejects.toStrictEqual(new NotServed('Some are not there.'))
  const reorganised: Pick<ChainReader, 'list'> = {
    list: (_, { after }) => ({
      ...{ items: [{ index: after ? 2 : 1 }], next: after ? null : { index: 1 } },
      meta: { status: after ? 'reorganised' : 'partial', message: 'Read it from the start.' },
    }),
  }
  await expect(read(page, reorganised)).rejects.toStrictEqual(new Unavailable('Read it from the start.'))
})

it('a file of a part of the chain has its rows, and says in its last line which part', async () => {
  const since = 'Only since block 7.'
  const pages = (message: string): Pick<ChainReader, 'list'> => ({
    list: (_, { after }) => ({
      items: [{ index: after ? 2 : 1 }],
      next: after ? null : { index: 1 },
      meta: { status: 'partial', message },
    }),
  })
  const lines = String(await read('address-logs-csv', pages(since))).split('\r\n')
  expect(lines.slice(1)).toEqual([',1,,,,,,,,', ',2,,,,,,,,', `# ${since}`, ''])
  const of = { from_period: '2026-01-01' }
  expect(await read('address-logs-csv', pages('Only, =1'), { filters: of })).toContain(
    '\r\n"# Only,\' =1"\r\n',
  )
})

it('a file has the newest rows of a long list, and of a period that begins far enough up', async () => {
  const rows = endless((nth) => ({ index: nth }))
  expect(String(await read('address-logs-csv', rows)).split('\r\n')).toHaveLength(10_002)
  const filters = { from_period: new Date(Date.UTC(YEAR, 0) - 1_000 * 60_000).toISOString() }
  expect(String(await read('address-logs-csv', rows, { filters })).split('\r\n')).toHaveLength(1_003)
})

it('no file is made for whoever has left', async () => {
  const rows = endless(() => ({}))
  await expect(read('address-logs-csv', rows, { isGone: () => rows.reads() === 3 })).rejects.toThrow(
    Unavailable,
  )
  expect(rows.reads()).toBe(3)
})

it('withdrawals are not counted where the newest was not found, or some are not there', async () => {
  const empty = endless((nth) => ({ ...block(1_000_000 - nth), withdrawals_count: 0 }))
  const unknown = { withdrawals_count: null, withdrawals_sum: null }
  expect(await read('withdrawals-counters', empty)).toEqual(unknown)
  const of = (meta?: ListPage['meta']): Pick<ChainReader, 'list'> => ({
    list: (id) => ({
      items: [
        id === 'latest-blocks' ? { ...block(7), withdrawals_count: 1 } : { ...withdrawal(7), index: 41 },
      ],
      next: null,
      ...(id !== 'latest-blocks' && meta && { meta }),
    }),
  })
  expect(await read('withdrawals-counters', of())).toMatchObject({ withdrawals_count: '42' })
  expect(await read('withdrawals-counters', of({ status: 'partial', message: 'Some' }))).toEqual(unknown)
})

it('contracts are not counted where more are known than are given', async () => {
  const counted = (count: number) =>
    read('verified-contracts-counters', {
      detail: () => ({
        items: Array.from({ length: count }, (_, nth) => account(nth)),
        contracts_count: null,
      }),
    })
  expect(await counted(MAX_RANKED - 1)).toMatchObject({ verified_smart_contracts: String(MAX_RANKED - 1) })
  expect(await counted(MAX_RANKED)).toMatchObject({ verified_smart_contracts: null, smart_contracts: null })
})

it('blobs of a transaction that has some are not served, and others have none', async () => {
  const of = (type: number) => ({ detail: () => ({ ...transaction(40, false), type }) })
  const params = { transaction_hash: TRANSACTION }
  await expect(read('transaction-blobs', of(3), { params })).rejects.toThrow(NotServed)
  expect(await read('transaction-blobs', of(2), { params })).toMatchObject({ items: [] })
  expect(
    await read('transaction-blobs', { detail: () => null }, { params: { transaction_hash: hash(1, 1) } }),
  ).toBe(null)
})

it('a contract of an ABI alone is verified in part, and code that can’t be read is not said to be none', () => {
  const contract = { is_verified: true, is_partially_verified: false, abi: [], deployed_bytecode: '0x60' }
  expect(contractInFull(contract, true)).toMatchObject({
    is_fully_verified: false,
    is_partially_verified: true,
  })
  expect(contractInFull({ ...contract, source_code: 'contract A {}' }, true)).toMatchObject({
    is_fully_verified: true,
    is_partially_verified: false,
    source_code: 'contract A {}',
  })
  const unread = { ...contract, deployed_bytecode: null }
  expect(() => contractInFull(unread, true)).toThrow(Unavailable)
  expect(contractInFull(unread, false)).toMatchObject({ deployed_bytecode: '0x' })
})
