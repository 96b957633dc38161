/** Tokens of every kind: what differs from what they say of themselves is named by the index, and nothing else differs. */
import { expect, test } from 'vitest'
import type { WireItem } from '../chain-reader.ts'
import type { FollowedChain } from './follow-chain.ts'
import type { Anvil } from './testing/anvil.ts'
import { answerAs, CHAIN_KINDS } from './testing/chain-kinds.ts'
import { hashOf, lower } from './testing/compare/list-rows.ts'
import { NodeTruth } from './testing/compare/node-data.ts'
import { ofAddress, readAll } from './testing/compare/read-all.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { deployZoo, IDS, live, liveWithNfts, type Zoo } from './testing/token-zoo.ts'
import { until } from './testing/until.ts'

/** Tokens whose balances are asked for, because their events tell something else. */
const ASKED = [
  'FeeOnTransfer',
  'SilentBurn',
  'SilentMint',
  'SilentMove',
  'LyingEvents',
  'Rebasing',
  'Growing',
  'LongRanged',
]
const MULTI = ['Items', 'Multi6909']

const idOf = (id: unknown) => (typeof id === 'string' ? id : '')

/** Compares the lists with the tokens. Entries that the lists of asked tokens leave out are no differences. */
class Comparison {
  readonly differences: string[] = []
  readonly asked = new Set<string>()
  compared = 0
  readonly #chain: FollowedChain
  readonly #truth: NodeTruth
  readonly #zoo: Zoo

  constructor(chain: FollowedChain, anvil: Anvil, zoo: Zoo) {
    this.#chain = chain
    this.#truth = new NodeTruth(anvil.url)
    this.#zoo = zoo
  }

  /** By holder and id. */
  async #balances(name: string): Promise<Map<string, string>> {
    const isMulti = MULTI.includes(name)
    const signature = `function balanceOf(address${isMulti ? ',uint256' : ''}) view returns (uint256)`
    const holders = [...this.#zoo.people, ...Object.values(this.#zoo.at)].map(lower)
    const keys = holders.flatMap((holder) =>
      (isMulti ? IDS : [null]).map((id) => ({
        holder,
        id,
        key: `${holder}:${id === null ? '' : String(id)}`,
      })),
    )
    const to = this.#zoo.at[name] ?? '0x'
    const values = await this.#truth.view(
      keys.map(({ holder, id }) => ({ to, signature, args: id === null ? [holder] : [holder, id] })),
      'latest',
    )
    return new Map(
      keys
        .map(({ key }, index) => [key, String(values[index] ?? 0)] as const)
        .filter(([, value]) => value !== '0'),
    )
  }

  #same(what: string, ours: unknown, theirs: unknown) {
    this.compared += 1
    if (String(ours) !== String(theirs))
      this.differences.push(`${what}: ${String(ours)}, not ${String(theirs)}`)
  }

  async token(name: string) {
    const address = this.#zoo.at[name] ?? '0x'
    const truth = await this.#balances(name)
    const page = await this.#chain.reader.list('token-holders', {
      params: ofAddress(address),
      filters: {},
      after: null,
      limit: 50,
    })
    const item = await this.#chain.reader.detail('token', ofAddress(address))
    if (!page || !item) {
      this.differences.push(`${name} is no token`)
      return
    }
    const isAsked = item.balances_asked === true
    if (isAsked) this.asked.add(name)
    this.#same(`${name}, its notice`, page.meta?.status, isAsked ? 'asked' : undefined)
    const shown = new Map(
      page.items.map((row) => [`${hashOf(row.address) ?? ''}:${idOf(row.token_id)}`, String(row.value)]),
    )
    for (const [key, value] of shown) this.#same(`${name}, held by ${key}`, value, truth.get(key))
    if (!isAsked) {
      this.#same(`${name}, holders`, [...shown.keys()].sort().join(), [...truth.keys()].sort().join())
      const holders = new Set([...truth.keys()].map((key) => key.split(':')[0])).size
      this.#same(`${name}, count of holders`, item.holders_count, holders)
    }
    const [supply] = await this.#truth.view(
      [{ to: address, signature: 'function totalSupply() view returns (uint256)', args: [] }],
      'latest',
    )
    this.#same(`${name}, supply`, item.total_supply, supply)
    return truth
  }

  async all() {
    const names = Object.keys(this.#zoo.at).filter((name) => name !== 'Pool')
    const truths = new Map<string, Map<string, string>>()
    for (const name of names)
      truths.set(this.#zoo.at[name] ?? '', (await this.token(name)) ?? new Map<string, string>())
    for (const person of this.#zoo.people.map(lower)) {
      const rows = await readAll(this.#chain.reader, 'address-tokens', { params: ofAddress(person) })
      const shown = rows.map(
        ({ token, token_id: id, value }) =>
          `${lower((token as WireItem).address_hash)}:${idOf(id)} ${String(value)}`,
      )
      const held = [...truths].flatMap(([token, balances]) =>
        [...balances]
          .filter(([key]) => key.startsWith(person))
          .map(([key, value]) => `${token}:${key.split(':')[1] ?? ''} ${value}`),
      )
      this.#same(`tokens of ${person}`, shown.sort().join('\n'), held.sort().join('\n'))
    }
    return this
  }
}

test.each(['development', ...Object.keys(CHAIN_KINDS)] as ('development' | keyof typeof CHAIN_KINDS)[])(
  'what differs from what a token says is named by the index, and nothing else differs: a node of the kind %s',
  async (kind) => {
    const anvil = await testAnvil()
    const node = kind === 'development' ? anvil : await testProxy(anvil.url, answerAs(CHAIN_KINDS[kind]))
    const zoo = await deployZoo(anvil)
    await live(zoo, anvil)
    await liveWithNfts(zoo, anvil)
    const chain = await testFollow({ rpcUrl: node.url, dataDir: testFolder() })
    await indexed(chain, anvil.url)
    let last = new Comparison(chain, anvil, zoo)
    const agrees = async () => {
      last = await new Comparison(chain, anvil, zoo).all()
      return last.differences.length === 0
    }
    const seen = () => last.differences
    await until('what was before is as the tokens say', agrees, { seen })
    expect([...last.asked].sort()).toEqual([...ASKED].sort())
    expect(last.compared).toBeGreaterThan(90)

    const receipts = await anvil.request<{ status: string }[]>('eth_getBlockReceipts', ['latest'])
    expect(receipts.every(({ status }) => status === '0x1')).toBe(true)

    // The same once more while it is followed, and then all of it undone.
    const snapshot = await anvil.request('evm_snapshot')
    await live(zoo, anvil)
    await indexed(chain, anvil.url)
    await until('what came later is as the tokens say', agrees, { seen })
    expect([...last.asked].sort()).toEqual([...ASKED].sort())
    // Some balances grow with each block, whatever is in it.
    await anvil.request('anvil_mine', ['0x3'])
    await indexed(chain, anvil.url)
    await until('what came with the blocks is as the tokens say', agrees, { seen })
    await anvil.request('evm_revert', [snapshot])
    await indexed(chain, anvil.url)
    await until('what was before is again as the tokens say', agrees, { seen })

    const named = async (name: string) =>
      (await chain.reader.detail('token', ofAddress(zoo.at[name] ?? '0x')))?.name
    expect(await named('LongName')).toBeNull()
    expect(await named('WordName')).toBe('Name of a word')
    expect(await chain.reader.detail('token', ofAddress(zoo.at.Pool ?? '0x'))).toBeNull()
    const owned = await readAll(chain.reader, 'token-instances', { params: ofAddress(zoo.at.Ranged ?? '0x') })
    expect(owned.map(({ id, owner }) => [id, hashOf(owner)])).toEqual(
      Array.from({ length: 40 }, (_, back) => [
        String(39 - back),
        zoo.people[39 - back === 5 ? 3 : 2]?.toLowerCase(),
      ]),
    )

    // Balances that only the token knows, and that can not be asked for.
    const notice = async () => {
      const page = await chain.reader.list('token-holders', {
        params: ofAddress(zoo.at.Rebasing ?? '0x'),
        filters: {},
        after: null,
        limit: 50,
      })
      return page?.meta?.message
    }
    expect(await notice()).toContain('they are asked of the token')
    chain.pause()
    expect(await notice()).toContain('the token can not be asked here')
  },
)
