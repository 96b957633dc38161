/** The logs of every transaction and of every contract that logged, against `eth_getLogs`; some by each of their topics. */
import type { ChainReader, WireItem } from '../../../chain-reader.ts'
import type { Differences } from './differences.ts'
import { hashOf } from './list-rows.ts'
import type { NodeTruth, RawLog } from './node-data.ts'
import { ofAddress, readAll } from './read-all.ts'

export async function compareLogs(reader: ChainReader, result: Differences, truth: NodeTruth): Promise<void> {
  const all = await truth.logs()
  for (const [hash, own] of Map.groupBy(all, ({ transactionHash }) => transactionHash)) {
    const rows = await readAll(reader, 'transaction-logs', { params: { transaction_hash: hash }, limit: 3 })
    result.same('transaction-logs', hash, rows.map(logRow), own.map(trueLogRow))
  }
  for (const address of new Set(all.map((log) => log.address))) {
    const own = await truth.logs({ address })
    for (const dialect of ['spec', 'v12'] as const) {
      const rows = await readAll(reader, 'address-logs', { params: ofAddress(address), dialect, limit: 7 })
      result.same(`address-logs (${dialect})`, address, rows.map(logRow), own.toReversed().map(trueLogRow))
    }
    for (const topic of someTopics(own)) {
      const found = await Promise.all(
        [0, 1, 2, 3].map((place) =>
          truth.logs({ address, topics: [...Array.from({ length: place }, () => null), topic] }),
        ),
      )
      const expected = own.filter((log) => found.some((logs) => logs.some((each) => isSame(each, log))))
      const rows = await readAll(reader, 'address-logs', {
        params: ofAddress(address),
        filters: { topic },
        limit: 5,
      })
      result.same(
        `address-logs of a topic`,
        `${address} ${topic}`,
        rows.map(logRow),
        expected.toReversed().map(trueLogRow),
      )
    }
  }
}

const MAX_TOPICS = 12

/** Topics in each of the places where these logs have any. */
const someTopics = (logs: readonly RawLog[]) =>
  new Set(
    [0, 1, 2, 3].flatMap((place) =>
      [...new Set(logs.flatMap(({ topics }) => topics[place] ?? []))].slice(0, MAX_TOPICS / 4),
    ),
  )

const isSame = (one: RawLog, other: RawLog) =>
  one.blockNumber === other.blockNumber && one.logIndex === other.logIndex

const logRow = (item: WireItem) => [
  item.transaction_hash,
  item.block_number,
  item.index,
  hashOf(item.address),
  item.topics,
  item.data,
]
const trueLogRow = (log: RawLog) => [
  log.transactionHash,
  Number(log.blockNumber),
  Number(log.logIndex),
  log.address,
  log.topics,
  log.data,
]
