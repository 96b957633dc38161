/** Finds values of a chain to ask for: a few of each kind. */
import type { ChainReader, WireItem } from '../../../chain-reader.ts'
import { hashOf } from '../compare/list-rows.ts'
import { ofAddress, readAll } from '../compare/read-all.ts'
import type { Subjects } from './every-read.ts'

const NOBODY = `0x${'0'.repeat(39)}f`
const NOTHING = `0x${'f'.repeat(64)}`
/** The most values of one kind. */
const SOME = 3

const text = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
const unique = (values: readonly string[]) => [...new Set(values)].filter((value) => value !== '')

/** One of each kind, the first that is met. */
const oneOfEach = <Item>(items: readonly Item[], kindOf: (item: Item) => string): readonly Item[] => [
  ...new Map(items.toReversed().map((item) => [kindOf(item), item])).values(),
]

/** `people`: addresses to ask for besides. */
export async function subjectsOf(reader: ChainReader, people: readonly string[]): Promise<Subjects> {
  const [transactions, blocks, transfers, tokens] = [
    await readAll(reader, 'latest-transactions'),
    await readAll(reader, 'latest-blocks'),
    await readAll(reader, 'token-transfers'),
    await readAll(reader, 'tokens'),
  ]
  const shown = oneOfEach(transactions, (item) =>
    JSON.stringify([item.status, item.transaction_types, item.type, item.result]),
  )
  const contracts = tokens.map((token) => text(token.address_hash).toLowerCase())
  const instances: string[] = []
  for (const token of contracts)
    for (const { id } of await readAll(reader, 'token-instances', {
      params: ofAddress(token),
      limit: SOME,
      atMost: SOME,
    }))
      instances.push(`${token}:${text(id)}`)
  const logs: WireItem[] = []
  for (const { hash } of shown.slice(0, 20))
    logs.push(...(await readAll(reader, 'transaction-logs', { params: { transaction_hash: text(hash) } })))
  const miners = unique(blocks.map(({ miner }) => hashOf(miner) ?? '')).slice(0, SOME)
  const withdrawn = await receiversOf(reader, blocks)
  const selectors = unique(
    transactions
      .map(({ raw_input: input }) => text(input).slice(0, 10))
      .filter((input) => input.length === 10),
  )
  const heights = oneOfEach(blocks, (item) =>
    JSON.stringify([item.transactions_count === 0, item.withdrawals_count, item.miner]),
  )
  const times = blocks.map(({ timestamp }) => text(timestamp))
  return {
    address: unique([
      ...people,
      ...miners,
      ...withdrawn,
      ...contracts.slice(0, SOME),
      `0x${'0'.repeat(40)}`,
      NOBODY,
    ]),
    token: [...contracts, NOBODY],
    transaction: [...shown.map(({ hash }) => text(hash)), NOTHING],
    block: unique([
      ...heights.slice(0, SOME).map(({ height }) => text(height)),
      ...shown.slice(0, 2 * SOME).map(({ block_number: height }) => text(height)),
      text(blocks[0]?.hash),
      '999999',
      NOTHING,
    ]),
    topic: unique(logs.flatMap(({ topics }) => (topics as unknown[]).map(text))).slice(0, 12),
    tokenId: [...instances, `${contracts[0] ?? NOBODY}:987654321`],
    selector: selectors.slice(0, SOME),
    tokenOrCoin: ['native', ...contracts.slice(0, SOME)],
    amount: ['0.000001', '1000'],
    time: unique([times.at(-1) ?? '', times[times.length >> 1] ?? '']),
    searchText: unique([
      ...tokens.flatMap(({ name, symbol }) => [text(name), text(symbol)]).slice(0, 4),
      'te co',
      ...people.slice(0, 1),
      ...contracts.slice(0, 1),
      text(transactions[0]?.hash),
      text(blocks[0]?.height),
      text(blocks[0]?.hash),
      ...transfers.slice(0, 1).map(({ method }) => text(method)),
      'coin',
      'nothing is called so',
    ]),
  }
}

async function receiversOf(reader: ChainReader, blocks: readonly WireItem[]): Promise<readonly string[]> {
  const paid = blocks.find(({ withdrawals_count: count }) => Number(count) > 0)
  if (!paid) return []
  const params = { block_hash_or_number: text(paid.height) }
  return unique(
    (await readAll(reader, 'block-withdrawals', { params })).map(({ receiver }) => hashOf(receiver) ?? ''),
  )
}
