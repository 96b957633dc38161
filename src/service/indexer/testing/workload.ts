import {
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  hexToBigInt,
  pad,
  prepareEncodeFunctionData,
  toHex,
  type Hex,
} from 'viem'
import { rpc } from './anvil.ts'
import { compiledContracts } from './compile.ts'

export type ContractName =
  | 'Coin'
  | 'Pictures'
  | 'Items'
  | 'Hybrid'
  | 'Workshop'
  | 'Rebasing'
  | 'Silent'
  | 'Endless'
  | 'Flood'
  | 'Garbled'
  | 'Noise'

interface Request {
  from: Hex
  to?: Hex
  data?: Hex
  value?: Hex
  gas: Hex
}

const GAS = toHex(1_000_000)
const contracts = compiledContracts()

export const compiled = (name: string) => {
  const contract = contracts[name]
  if (!contract) throw new Error(`no contract is called ${name}`)
  return contract
}

const prepare = (contract: string, method: string, args: readonly unknown[]) =>
  prepareEncodeFunctionData({ abi: compiled(contract).abi, functionName: method, args })

/** Prepared methods for `encodeFunctionData`: each is found, and its selector hashed, once. */
const methods = new Map<string, ReturnType<typeof prepare>>()

export function callData(contract: string, method: string, args: readonly unknown[] = []): Hex {
  const key = `${contract}.${method}`
  let prepared = methods.get(key)
  if (!prepared) methods.set(key, (prepared = prepare(contract, method, args)))
  return encodeFunctionData({ ...prepared, args })
}

export const deployData = (contract: string, args: readonly unknown[] = []): Hex =>
  encodeDeployData({ abi: compiled(contract).abi, bytecode: compiled(contract).bytecode, args })

/** Life on a development chain: the same for the same seed, with everything that lists have to show. */
export class Workload {
  readonly url: string
  readonly accounts: Hex[]
  readonly at: Record<ContractName, Hex>
  #random: number
  #nextPicture = 1
  #boxes = 0
  #salt = 1
  readonly #owners = new Map<number, Hex>()

  private constructor(url: string, accounts: Hex[], at: Record<ContractName, Hex>, seed: number) {
    this.url = url
    this.accounts = accounts
    this.at = at
    this.#random = seed
  }

  static async deploy(url: string, seed = 7): Promise<Workload> {
    const accounts = await rpc<Hex[]>(url, 'eth_accounts')
    const from = accounts[0]
    if (!from) throw new Error('the node has no accounts')
    const args: Partial<Record<ContractName, readonly unknown[]>> = { Coin: ['Test Coin', 'TST', 18] }
    const names: ContractName[] = [
      'Coin',
      'Pictures',
      'Items',
      'Hybrid',
      'Workshop',
      'Rebasing',
      'Silent',
      'Endless',
      'Flood',
      'Garbled',
      'Noise',
    ]
    let nonce = hexToBigInt(await rpc<Hex>(url, 'eth_getTransactionCount', [from, 'latest']))
    const at: Partial<Record<ContractName, Hex>> = {}
    for (const name of names) {
      at[name] = getContractAddress({ from, nonce: nonce++ }).toLowerCase() as Hex
      await rpc(url, 'eth_sendTransaction', [
        { from, data: deployData(name, args[name]), gas: toHex(5_000_000) },
      ])
    }
    await rpc(url, 'evm_mine')
    return new Workload(url, accounts.slice(0, 8), at as Record<ContractName, Hex>, seed)
  }

  /** Mines `count` transactions, `perBlock` in each block. */
  async make(count: number, perBlock = 20): Promise<void> {
    await this.#automine(false)
    for (let made = 0; made < count; made += perBlock) {
      await this.#send(Array.from({ length: Math.min(perBlock, count - made) }, () => this.#any()))
      await rpc(this.url, 'evm_mine')
    }
    await this.#automine(true)
  }

  /** Hands coins to two others through the workshop, in equal parts; gives the transaction's hash. */
  async pay(from: string, to: readonly [string, string], coins: bigint): Promise<Hex> {
    const data = callData('Workshop', 'pay', to)
    return rpc<Hex>(this.url, 'eth_sendTransaction', [
      { from, to: this.at.Workshop, data, value: toHex(coins), gas: GAS },
    ])
  }

  /** Sends `count` transactions; the node mines them by itself. */
  async send(count: number): Promise<void> {
    await this.#send(Array.from({ length: count }, () => this.#any()))
  }

  /** ganache has other words for it. */
  async #automine(on: boolean) {
    await rpc(this.url, 'evm_setAutomine', [on]).catch(() => rpc(this.url, on ? 'miner_start' : 'miner_stop'))
  }

  /** One after another: of two in one batch the node may give both the same nonce. */
  async #send(requests: readonly Request[]) {
    for (const request of requests) await rpc(this.url, 'eth_sendTransaction', [request])
  }

  #below(limit: number): number {
    // Numerical Recipes' generator: enough for a mix, and the same everywhere.
    this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0
    return Math.floor((this.#random / 2 ** 32) * limit)
  }

  #account(): Hex {
    return this.accounts[this.#below(this.accounts.length)] ?? '0x'
  }

  #call(
    contract: ContractName,
    method: string,
    args: readonly unknown[] = [],
    more: Partial<Request> = {},
  ): Request {
    return {
      from: this.#account(),
      to: this.at[contract],
      data: callData(contract, method, args),
      gas: GAS,
      ...more,
    }
  }

  #any(): Request {
    const roll = this.#below(100)
    const coins = BigInt(1 + this.#below(1000))
    if (roll < 12)
      return {
        from: this.#account(),
        to: this.#account(),
        value: toHex(coins * 10n ** 12n),
        gas: toHex(21_000),
      }
    if (roll < 26) return this.#call('Coin', 'transfer', [this.#account(), coins])
    if (roll < 32) return this.#call('Coin', 'mint', [this.#account(), coins * 10n ** 18n])
    if (roll < 36) return this.#call('Coin', 'burn', [coins])
    if (roll < 46) return this.#mintPicture()
    if (roll < 52) return this.#movePicture()
    if (roll < 54) return this.#burnPicture()
    if (roll < 60) {
      const ids = [1n, 2n, 3n, BigInt(this.#below(20)), 2n ** 255n + BigInt(this.#below(3))]
      return this.#call('Items', 'mintBatch', [this.#account(), ids, ids.map(() => coins)])
    }
    if (roll < 64) return this.#call('Items', 'mint', [this.#account(), BigInt(this.#below(20)), coins])
    if (roll < 68) {
      const from = this.#account()
      return this.#call('Items', 'safeBatchTransferFrom', [from, this.#account(), [1n, 2n], [1n, 2n], '0x'], {
        from,
      })
    }
    if (roll < 70)
      return this.#call('Items', 'burnBatch', [
        [1n, 1n],
        [1n, 1n],
      ])
    if (roll < 74) return this.#call('Hybrid', 'mint', [this.#account()])
    if (roll < 79) return this.#makeBox()
    if (roll < 83)
      return this.#call('Workshop', 'pay', [this.#account(), this.at.Workshop], { value: toHex(coins) })
    if (roll < 86) {
      return this.#boxes === 0
        ? this.#makeBox()
        : this.#call('Workshop', 'tryFalling', [BigInt(this.#below(this.#boxes))], { value: toHex(coins) })
    }
    if (roll < 88) return this.#call('Workshop', 'payAndFail', [this.#account()], { value: toHex(coins) })
    if (roll < 90) return this.#call('Workshop', 'addInPlace', [this.at.Workshop, coins])
    if (roll < 91) return this.#call('Workshop', 'needs', [BigInt(this.#below(20))])
    if (roll < 92) return this.#call('Workshop', 'fails')
    if (roll < 93) return this.#call('Workshop', 'burnGas', [], { gas: toHex(60_000) })
    if (roll < 95) return this.#call('Rebasing', 'mint', [this.#account(), coins])
    if (roll < 96)
      return this.#below(2) === 0
        ? this.#call('Rebasing', 'transfer', [this.#account(), 20n])
        : this.#call('Rebasing', 'grow')
    if (roll < 97) return this.#call('Noise', 'make')
    if (roll < 98)
      return { from: this.#account(), data: deployData('Box', [coins]), gas: GAS, value: toHex(coins) }
    const liars: ContractName[] = ['Silent', 'Endless', 'Flood', 'Garbled']
    return this.#call(liars[this.#below(liars.length)] ?? 'Silent', 'claim', [this.#account(), coins])
  }

  #mintPicture(): Request {
    const id = this.#nextPicture++
    const owner = this.#account()
    this.#owners.set(id, owner)
    return this.#call('Pictures', 'mint', [owner, BigInt(id)])
  }

  #movePicture(): Request {
    const id = 1 + this.#below(this.#nextPicture)
    const from = this.#owners.get(id)
    if (!from) return this.#mintPicture()
    const to = this.#account()
    this.#owners.set(id, to)
    return this.#call('Pictures', 'transferFrom', [from, to, BigInt(id)], { from })
  }

  #burnPicture(): Request {
    const id = 1 + this.#below(this.#nextPicture)
    this.#owners.delete(id)
    return this.#call('Pictures', 'burn', [BigInt(id)])
  }

  #makeBox(): Request {
    this.#boxes++
    const value = toHex(this.#below(5))
    return this.#below(2) === 0
      ? this.#call('Workshop', 'make', [BigInt(this.#boxes)], { value })
      : this.#call('Workshop', 'makeAt', [BigInt(this.#boxes), pad(toHex(this.#salt++))], { value })
  }
}
