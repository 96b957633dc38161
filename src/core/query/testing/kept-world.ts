/** An archive in a folder, and questions over it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Withdrawal } from '#shared/chain/block.ts'
import type { Log } from '#shared/chain/log.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { TokenTransfer } from '#shared/chain/token.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { Cursor } from '#shared/lists/page.ts'
import { activityOf } from '#shared/query/activity.ts'
import { rowFields } from '#shared/query/row-fields.ts'
import { createArchive, type Archive } from '../../archive/create-archive.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { createRowQuestions, type RowQuestions, type RowQuestionsOptions } from '../ask-archive.ts'
import type {
  ActivityAnswer,
  ActivityInput,
  FindAnswer,
  FindInput,
  Label,
  PlaceAnswer,
  PlaceInput,
  TotalsAnswer,
  TotalsInput,
} from '../questions.ts'

export const PAGE = 7
/** A coin that a token represents, with withdrawals in another token. */
export const COIN = {
  symbol: 'ETH',
  decimals: 18,
  contract: exampleAddress(100),
  withdrawals: { token: exampleAddress(102), symbol: 'GNO', divisor: 32, payer: exampleAddress(103) },
}
const FACTS = {
  eth: { coin: COIN, chainId: '1', name: 'Ethereum' },
  other: { coin: COIN, chainId: '10', name: 'Optimism' },
}

export const transaction = (height: number, more: object = {}): Transaction => ({
  hash: `0x${height.toString(16).padStart(64, '0')}`,
  block_number: height,
  position: 0,
  timestamp: new Date(Date.UTC(2025, 0, 1) + height * 3_600_000).toISOString(),
  from: { hash: exampleAddress(height % 5) },
  to: { hash: exampleAddress(height % 3), name: `Name ${String(height % 4)}` },
  value: String(BigInt(height) * 10n ** 17n),
  fee: { value: String(height * 1_000) },
  method: height % 2 === 0 ? 'swap' : 'transfer',
  status: height % 7 === 0 ? 'error' : 'ok',
  ...more,
})

export const transfer = (height: number, more: object = {}): TokenTransfer => ({
  transaction_hash: `0x${height.toString(16).padStart(64, '0')}`,
  log_index: 1,
  block_number: height,
  timestamp: new Date(Date.UTC(2025, 0, 1) + height * 3_600_000).toISOString(),
  from: { hash: exampleAddress(height % 5) },
  to: { hash: exampleAddress(height % 3) },
  token: {
    address_hash: exampleAddress(100 + (height % 2)),
    symbol: `TK${String(height % 2)}`,
    decimals: '6',
  },
  token_type: 'ERC-20',
  total: [{ value: String(height) }],
  ...more,
})

export const withdrawal = (height: number, more: object = {}): Withdrawal => ({
  index: String(height),
  validator_index: '7',
  block_number: height,
  timestamp: new Date(Date.UTC(2025, 0, 1) + height * 3_600_000).toISOString(),
  receiver: { hash: exampleAddress(height % 3) },
  amount: String(height * 32),
  ...more,
})

export const log = (height: number, more: object = {}): Log => ({
  transaction_hash: `0x${height.toString(16).padStart(64, '0')}`,
  index: 1,
  block_number: height,
  block_timestamp: new Date(Date.UTC(2025, 0, 1) + height * 3_600_000).toISOString(),
  address: { hash: exampleAddress(height % 5) },
  topics: [`0x${String(height % 3).repeat(64)}`],
  data: '0x',
  ...more,
})

/** The activity of rows by their times. */
export function activityOfItems(resource: Resource, items: readonly object[]) {
  const { time: timeOf } = rowFields(resource)
  const times = items.map((item) => Date.parse(timeOf?.(item) ?? '')).filter((at) => !Number.isNaN(at))
  return { activity: activityOf(times) ?? null, undated: items.length - times.length }
}

interface NearestPlace {
  readonly source?: string
  readonly list?: ListId
  readonly address?: string
}

const scopeOf = ({
  source = 'eth',
  list = 'address-transactions',
  address = exampleAddress(1),
}: NearestPlace = {}) => ({
  of: 'list' as const,
  source,
  list,
  params: { address_hash: address },
  filters: {},
})

export function createQueryWorld(
  folder = mkdtempSync(join(tmpdir(), 'chainglass-held-')),
  options: Omit<Partial<RowQuestionsOptions>, 'reading' | 'labels'> = {},
) {
  const state = { isOn: true, labels: [] as readonly Label[] }
  const archive: Archive = createArchive({
    dataDir: folder,
    maxBytes: () => Infinity,
    isOn: () => state.isOn,
  })
  const questions = createRowQuestions({
    ...{ reading: archive.reading, labels: () => state.labels },
    // Negative, so that the thread answers all questions.
    ...{ maxRowsHere: -1, ...options },
  })
  const never = new AbortController().signal

  type OtherWorld = { readonly questions: Pick<RowQuestions, 'target'> } | undefined

  return {
    folder,
    state,
    archive,
    questions,
    scope: scopeOf,
    /** Stores rows page by page from the head down to the end, or to before `until`. */
    hold(
      scope: { readonly source: string; readonly list: ListId; readonly params: Record<string, string> },
      rows: readonly object[],
      keyOf: (row: never) => string,
      until = rows.length,
    ) {
      const list = archive.list({ ...scope, filters: {} })
      let cursor: Cursor | null = null
      for (let at = 0; at < Math.max(1, until); at += PAGE) {
        const items = rows.slice(at, at + PAGE)
        const next: Cursor | null = at + PAGE < rows.length ? { at: at + PAGE } : null
        list?.write(cursor, { items, keys: items.map((item) => keyOf(item as never)), unread: [], next })
        cursor = next
      }
    },
    /** `other`: the world with the compared list. */
    find: (input: Partial<FindInput> & Pick<FindInput, 'scope'>, signal = never, other?: OtherWorld) =>
      questions.ask(
        {
          call: 'find',
          facts: FACTS,
          input: { text: '', zone: 'utc', sort: null, offset: 0, limit: 200, ...input },
        },
        signal,
        other?.questions.target,
      ) as Promise<FindAnswer>,
    place: (input: Partial<PlaceInput> & Pick<PlaceInput, 'scope' | 'at'>) =>
      questions.ask(
        { call: 'place', facts: FACTS, input: { text: '', zone: 'utc', ...input } },
        never,
      ) as Promise<PlaceAnswer>,
    addUp: (input: Partial<TotalsInput> & Pick<TotalsInput, 'scope'>, other?: OtherWorld) =>
      questions.ask(
        {
          call: 'totals',
          facts: FACTS,
          input: { text: '', zone: 'utc', grouping: null, offset: 0, limit: 1_000, ...input },
        },
        never,
        other?.questions.target,
      ) as Promise<TotalsAnswer>,
    activity: (input: Partial<ActivityInput> & Pick<ActivityInput, 'scope'>, other?: OtherWorld) =>
      questions.ask(
        { call: 'activity', facts: FACTS, input: { text: '', zone: 'utc', ...input } },
        never,
        other?.questions.target,
      ) as Promise<ActivityAnswer>,
    close() {
      questions.close()
      archive.close()
      rmSync(folder, { recursive: true })
    },
  }
}
