/** Every list of the API, for every address that takes part, against what the node itself says. Gives what differs. */
import type { Hex } from 'viem'
import type { ChainReader, WireItem } from '../../../chain-reader.ts'
import { Differences } from './differences.ts'
import {
  callsInList,
  callsInTree,
  NodeTruth,
  transfersIn,
  type RawBlock,
  type RawReceipt,
  type TrueTransfer,
} from './node-data.ts'
import {
  hashOf,
  internalRow,
  lower,
  sorted,
  sortedTruth,
  transactionRow,
  transferRow,
  trueRow,
} from './list-rows.ts'
import { present } from './present.ts'
import { compareBlocks } from './compare-blocks.ts'
import { compareCoinBalances } from './compare-coin-balances.ts'
import { compareCollections, compareInstances } from './compare-instances.ts'
import { compareLogs } from './compare-logs.ts'
import { compareTabCounters } from './compare-tab-counters.ts'
import { compareTransfersOfAddresses } from './compare-transfers-of-addresses.ts'
import { ofAddress, readAll } from './read-all.ts'

export class ListComparison {
  readonly result = new Differences()
  readonly #reader: ChainReader
  readonly #truth: NodeTruth
  #blocks: RawBlock[] = []
  #receipts = new Map<Hex, RawReceipt>()

  constructor(reader: ChainReader, url: string) {
    this.#reader = reader
    this.#truth = new NodeTruth(url)
  }

  async all(): Promise<Differences> {
    await this.transactions()
    await this.transfers()
    await compareLogs(this.#reader, this.result, this.#truth)
    await this.holdings()
    await this.internals()
    await this.coinBalances()
    await this.blocks()
    return this.result
  }

  async #chain() {
    if (this.#blocks.length > 0) return
    this.#blocks = await this.#truth.blocks()
    this.#receipts = await this.#truth.receipts(
      this.#blocks.flatMap((block) => block.transactions.map((each) => each.hash)),
    )
  }

  async transactions() {
    await this.#chain()
    const expected = new Map<string, unknown[]>()
    const all: { block: number }[] = []
    for (const block of this.#blocks.toReversed()) {
      for (const transaction of block.transactions.toReversed()) {
        const receipt = present(this.#receipts.get(transaction.hash))
        const created = receipt.status === '0x1' && transaction.to === null ? receipt.contractAddress : null
        const row = {
          hash: transaction.hash,
          block: Number(block.number),
          position: Number(receipt.transactionIndex),
          from: lower(transaction.from),
          to: transaction.to && lower(transaction.to),
          created: created && lower(created),
          value: BigInt(transaction.value).toString(),
          fee: feeOf(receipt).toString(),
          nonce: Number(transaction.nonce),
          input: transaction.input,
          status: receipt.status === '0x1' ? 'ok' : 'error',
          time: Number(block.timestamp),
        }
        all.push(row)
        for (const party of new Set([row.from, row.to, row.created])) {
          if (party) expected.set(party, [...(expected.get(party) ?? []), row])
        }
      }
    }
    await compareTabCounters(this.#reader, this.result, expected.keys())
    for (const [address, rows] of expected) {
      const items = await readAll(this.#reader, 'address-transactions', { params: ofAddress(address) })
      this.result.same('address-transactions', address, items.map(transactionRow), rows)
    }
    const latest = await readAll(this.#reader, 'latest-transactions', { limit: 7 })
    this.result.same('latest-transactions', 'the chain', latest.map(transactionRow), all)
    for (const block of this.#blocks) {
      const params = { block_hash_or_number: String(Number(block.number)) }
      const own = await readAll(this.#reader, 'block-transactions', { params, limit: 3 })
      this.result.same(
        'block-transactions',
        block.hash,
        own.map(transactionRow),
        all.filter((row) => row.block === Number(block.number)).toReversed(),
      )
    }
    const [sender, rows] = present([...expected][0])
    for (const dialect of ['legacy', 'v11', 'v12'] as const) {
      const items = await readAll(this.#reader, 'address-transactions', {
        params: ofAddress(sender),
        dialect,
        limit: 7,
      })
      this.result.same(`address-transactions (${dialect})`, sender, items.map(transactionRow), rows)
    }
    for (const direction of ['from', 'to'] as const) {
      const items = await readAll(this.#reader, 'address-transactions', {
        params: ofAddress(sender),
        filters: { filter: direction },
      })
      const own = (rows as { from: string; to: string | null; created: string | null }[]).filter((row) =>
        direction === 'from' ? row.from === sender : row.to === sender || row.created === sender,
      )
      this.result.same(`address-transactions (${direction})`, sender, items.map(transactionRow), own)
    }
  }

  async transfers() {
    const truth = transfersIn(await this.#truth.logs())
    const items = await readAll(this.#reader, 'token-transfers', {})
    this.result.same('token-transfers', 'the chain', items.map(transferRow), truth.map(trueRow))
    const small = await readAll(this.#reader, 'token-transfers', { limit: 3 })
    this.result.same('token-transfers (pages of 3)', 'the chain', small.map(transferRow), truth.map(trueRow))
    for (const [hash, own] of Map.groupBy(truth, ({ transaction }) => transaction)) {
      const rows = await readAll(this.#reader, 'transaction-token-transfers', {
        params: { transaction_hash: hash },
        limit: 2,
      })
      this.result.same(
        'transaction-token-transfers',
        hash,
        rows.map(transferRow),
        own.toReversed().map(trueRow),
      )
      // A cursor of an earlier block gives nothing of other transactions.
      const foreign = await this.#reader.list('transaction-token-transfers', {
        params: { transaction_hash: hash },
        filters: {},
        after: { block_number: '0', index: '0' },
        limit: own.length + 1,
      })
      this.result.same(
        'transaction-token-transfers after a foreign cursor',
        hash,
        foreign?.items.map(transferRow) ?? [],
        own.toReversed().map(trueRow),
      )
    }
    const types = new Map(
      items.map((item) => [lower((item.token as WireItem).address_hash), item.token_type]),
    )
    for (const type of new Set(types.values())) {
      const some = await readAll(this.#reader, 'token-transfers', { filters: { type: [String(type)] } })
      this.result.same(
        `token-transfers (${String(type)})`,
        'the chain',
        some.map(transferRow),
        truth.filter((each) => types.get(each.token) === type).map(trueRow),
      )
    }
    for (const token of types.keys()) {
      const own = await readAll(this.#reader, 'token-transfers-of-token', { params: ofAddress(token) })
      const theirs = truth.filter((each) => each.token === token).map(trueRow)
      this.result.same('token-transfers-of-token', token, own.map(transferRow), theirs)
    }
    await compareTransfersOfAddresses(this.#reader, this.result, truth, types)
  }

  /** Tokens and NFTs of every holder, by asking each token about each of them at the newest block. */
  async holdings() {
    const truth = transfersIn(await this.#truth.logs())
    const tokens = new Map<string, TrueTransfer[]>()
    for (const transfer of truth)
      tokens.set(transfer.token, [...(tokens.get(transfer.token) ?? []), transfer])
    const holders = [...new Set(truth.flatMap((each) => [each.from, each.to]))].filter(
      (each) => BigInt(each) !== 0n,
    )
    const fungible: Record<string, Record<string, string>> = {}
    const nfts: Record<string, Record<string, string>> = {}
    const silent = new Set<string>()
    for (const [token, transfers] of tokens) {
      const ids = [...new Set(transfers.map((each) => each.id))].filter((id) => id !== null)
      const multi = transfers.some((each) => each.id !== null && each.value !== null)
      if (multi) await this.#multiHoldings(token, ids, holders, { fungible, nfts })
      else await this.#plainHoldings(token, ids, holders, { fungible, nfts, silent })
    }
    await compareInstances(
      this.#reader,
      this.result,
      truth.filter(({ token }) => !silent.has(token)),
      nfts,
    )
    for (const holder of holders) {
      const shown = await readAll(this.#reader, 'address-tokens', { params: ofAddress(holder) })
      this.result.same(
        'address-tokens',
        holder,
        sorted(shown, silent, 'token_id'),
        sortedTruth(fungible[holder]),
      )
      const owned = await readAll(this.#reader, 'address-nfts', { params: ofAddress(holder), limit: 10 })
      this.result.same('address-nfts', holder, sorted(owned, silent, 'id'), sortedTruth(nfts[holder]))
      await compareCollections(this.#reader, this.result, holder, owned)
    }
    for (const token of tokens.keys()) {
      if (silent.has(token)) continue
      const count = new Set(
        Object.entries(fungible).flatMap(([holder, own]) =>
          Object.keys(own).some((key) => key.startsWith(token)) ? [holder] : [],
        ),
      ).size
      const detail = await this.#reader.detail('token', ofAddress(token))
      this.result.same('holders_count', token, [detail?.holders_count], [String(count)])
      const rows = await readAll(this.#reader, 'token-holders', { params: ofAddress(token), limit: 3 })
      const values = rows.map(({ value }) => BigInt(String(value)))
      this.result.same(
        'token-holders, greatest first',
        token,
        values.map(String),
        values.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0)).map(String),
      )
      this.result.same(
        'token-holders',
        token,
        rows
          .map(
            ({ address, token_id: id, value }) =>
              `${hashOf(address) ?? ''}:${typeof id === 'string' ? id : ''} ${String(value)}`,
          )
          .toSorted(),
        Object.entries(fungible)
          .flatMap(([holder, own]) =>
            Object.entries(own)
              .filter(([key]) => key.startsWith(`${token}:`))
              .map(([key, value]) => `${holder}:${key.slice(token.length + 1)} ${value}`),
          )
          .toSorted(),
      )
    }
  }

  async #plainHoldings(
    token: string,
    ids: readonly string[],
    holders: readonly string[],
    into: {
      fungible: Record<string, Record<string, string>>
      nfts: Record<string, Record<string, string>>
      silent: Set<string>
    },
  ) {
    const signature = 'function balanceOf(address) view returns (uint256)'
    const to = token as Hex
    const balances = await this.#truth.view(
      holders.map((holder) => ({ to, signature, args: [holder] })),
      'latest',
    )
    if (balances.every((balance) => balance === null)) into.silent.add(token)
    balances.forEach((balance, index) => {
      if (balance) (into.fungible[holders[index] ?? ''] ??= {})[`${token}:`] = String(balance)
    })
    if (ids.length === 0) return
    const owner = 'function ownerOf(uint256) view returns (address)'
    const owners = await this.#truth.view(
      ids.map((id) => ({ to, signature: owner, args: [BigInt(id)] })),
      'latest',
    )
    owners.forEach((each, index) => {
      if (each !== null) (into.nfts[lower(each)] ??= {})[`${token}:${ids[index] ?? ''}`] = '1'
    })
    const instances = await readAll(this.#reader, 'token-instances', { params: ofAddress(token) })
    const byId = new Map(ids.map((id, index) => [id, owners[index] == null ? null : lower(owners[index])]))
    const expected = ids.toSorted((a, b) => (BigInt(b) > BigInt(a) ? 1 : -1)).map((id) => [id, byId.get(id)])
    this.result.same(
      'token-instances',
      token,
      instances.map((item) => [item.id, hashOf(item.owner)]),
      expected,
    )
  }

  async #multiHoldings(
    token: string,
    ids: readonly string[],
    holders: readonly string[],
    into: { fungible: Record<string, Record<string, string>>; nfts: Record<string, Record<string, string>> },
  ) {
    const signature = 'function balanceOf(address,uint256) view returns (uint256)'
    const pairs = holders.flatMap((holder) => ids.map((id) => [holder, id] as const))
    const balances = await this.#truth.view(
      pairs.map(([holder, id]) => ({ to: token as Hex, signature, args: [holder, BigInt(id)] })),
      'latest',
    )
    balances.forEach((balance, index) => {
      const [holder, id] = present(pairs[index])
      if (!balance) return
      for (const side of [into.fungible, into.nfts]) (side[holder] ??= {})[`${token}:${id}`] = String(balance)
    })
    const instances = await readAll(this.#reader, 'token-instances', { params: ofAddress(token), limit: 5 })
    const expected = ids.toSorted((a, b) => (BigInt(b) > BigInt(a) ? 1 : -1))
    this.result.same(
      'token-instances',
      token,
      instances.map((item) => item.id),
      expected,
    )
  }

  async internals() {
    await this.#chain()
    // An account without code calls nobody.
    const transactions = this.#blocks
      .flatMap((block) => block.transactions)
      .filter(({ hash }) => this.#receipts.get(hash)?.gasUsed !== '0x5208')
    const traces = await this.#truth.traces(transactions.map((each) => each.hash))
    // The node's two ways to tell the same agree; the second takes it ten times as long, so not of all.
    const some = transactions.filter((_, index) => index % EVERY === 0).map((each) => each.hash)
    for (const [hash, tree] of await this.#truth.callTraces(some)) {
      this.result.same('call tracer', hash, callsInList(present(traces.get(hash))), callsInTree(tree))
    }
    const expected = new Map<string, unknown[]>()
    for (const { hash, blockNumber } of transactions.toReversed()) {
      for (const call of callsInList(present(traces.get(hash))).toReversed()) {
        const row = { hash, block: Number(blockNumber), ...call }
        for (const party of new Set([row.from, row.to, row.created])) {
          if (party) expected.set(party, [...(expected.get(party) ?? []), row])
        }
      }
    }
    for (const { number } of this.#blocks) {
      const ofBlock = transactions.filter(({ blockNumber }) => blockNumber === number)
      const calls = ofBlock.flatMap(({ hash }) =>
        callsInList(present(traces.get(hash))).map((call) => ({ hash, block: Number(number), ...call })),
      )
      const rows = await readAll(this.#reader, 'block-internal-transactions', {
        params: { block_hash_or_number: String(Number(number)) },
        limit: 4,
      })
      this.result.same('block-internal-transactions', number, rows.map(internalRow), calls)
    }
    for (const { hash, blockNumber } of transactions) {
      const rows = await readAll(this.#reader, 'transaction-internal-transactions', {
        params: { transaction_hash: hash },
        limit: 3,
      })
      const calls = callsInList(present(traces.get(hash))).map((call) => ({
        hash,
        block: Number(blockNumber),
        ...call,
      }))
      this.result.same('transaction-internal-transactions', hash, rows.map(internalRow), calls)
    }
    for (const [address, rows] of expected) {
      const items = await readAll(this.#reader, 'address-internal-transactions', {
        params: ofAddress(address),
      })
      this.result.same('address-internal-transactions', address, items.map(internalRow), rows)
      const paying = await readAll(this.#reader, 'address-internal-transactions', {
        params: ofAddress(address),
        filters: { include_zero_value: false },
        limit: 9,
      })
      const own = (rows as { value: string }[]).filter((row) => row.value !== '0')
      this.result.same('address-internal-transactions (paying)', address, paying.map(internalRow), own)
    }
  }

  /** The coin balances of every sender, receiver and validator. */
  async coinBalances() {
    await this.#chain()
    const parties = this.#blocks.flatMap((block) => [
      lower(block.miner),
      ...block.transactions.flatMap(({ from, to }) => (to ? [lower(from), lower(to)] : [lower(from)])),
    ])
    await compareCoinBalances(this.#reader, this.result, this.#truth, new Set(parties))
  }

  async blocks() {
    await this.#chain()
    await compareBlocks(this.#reader, this.result, this.#blocks)
  }
}

const EVERY = 15

const feeOf = ({ gasUsed, effectiveGasPrice, l1Fee = '0x0', operatorFeeConstant = '0x0' }: RawReceipt) =>
  BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee) + BigInt(operatorFeeConstant)
