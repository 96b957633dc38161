/** Tokens of every kind, and what they do: as their events tell it, and otherwise. */
import { getContractAddress, type Hex } from 'viem'
import type { Anvil } from './anvil.ts'
import { lower } from './compare/list-rows.ts'
import { callData, deployData } from './workload.ts'

/** Ids of the NFTs of `Multi6909`. */
export const IDS = [1n, 2n, 7n]

export class Zoo {
  readonly at: Record<string, Hex> = {}
  readonly people: Hex[]
  readonly #anvil: Anvil
  #nonce: bigint

  constructor(anvil: Anvil, people: Hex[], nonce: bigint) {
    this.#anvil = anvil
    this.people = people
    this.#nonce = nonce
  }

  async deploy(name: string, args: readonly unknown[] = []) {
    const [from = '0x'] = this.people
    this.at[name] = lower(getContractAddress({ from, nonce: this.#nonce++ })) as Hex
    await this.#anvil.request('eth_sendTransaction', [
      { from, data: deployData(name, args), gas: '0x989680' },
    ])
  }

  /** Not mined yet. */
  async send(name: string, method: string, args: readonly unknown[] = [], { by = 0, value = 0 } = {}) {
    await this.#anvil.request('eth_sendTransaction', [
      {
        from: this.people[by],
        to: this.at[name],
        data: callData(name, method, args),
        value: `0x${value.toString(16)}`,
        gas: '0x1e8480',
      },
    ])
    if (by === 0) this.#nonce++
  }
}

/** All of them, and what they are made with; those that others need come before them. */
const CONTRACTS: Readonly<Record<string, (zoo: Zoo) => readonly unknown[]>> = {
  ...Object.fromEntries(
    [
      ...['Rebasing', 'SilentBurn', 'SilentMint', 'SilentMove', 'LyingEvents', 'Wrapped', 'Pool', 'Farm'],
      ...['Asset', 'QuietVault', 'Multi6909', 'Token777', 'LongName', 'WordName', 'Hybrid', 'Pictures'],
      ...['Items', 'Growing'],
    ].map((name) => [name, () => []]),
  ),
  FeeOnTransfer: ({ people: [, , , , collector] }) => [collector],
  Vault: ({ at }) => [at.Asset],
  Ranged: ({ people: [, , rich] }) => [rich, 40],
  LongRanged: ({ people: [, , rich] }) => [rich, 6_000n],
}

/** From then on the node mines when it is told to. */
export async function deployZoo(anvil: Anvil, names = Object.keys(CONTRACTS)): Promise<Zoo> {
  const accounts = await anvil.request<Hex[]>('eth_accounts')
  const nonce = await anvil.request<Hex>('eth_getTransactionCount', [accounts[0], 'pending'])
  const zoo = new Zoo(anvil, accounts.slice(0, 5), BigInt(nonce))
  await anvil.request('evm_setAutomine', [false])
  for (const name of names) await zoo.deploy(name, CONTRACTS[name]?.(zoo))
  await anvil.request('evm_mine')
  return zoo
}

/** Each thing that tokens do, in one block. */
export async function live(zoo: Zoo, anvil: Anvil) {
  const [one, two, three, four, five] = zoo.people
  const plain = ['Rebasing', 'SilentBurn', 'SilentMint', 'SilentMove', 'LyingEvents', 'FeeOnTransfer']
  for (const name of [...plain, 'Farm', 'Asset', 'Token777', 'LongName', 'WordName'])
    await zoo.send(name, 'mint', [one, 1_000n])
  await zoo.send('Growing', 'mint', [four, 3n])
  await zoo.send('Rebasing', 'transfer', [two, 100n])
  await zoo.send('Rebasing', 'grow')
  await zoo.send('FeeOnTransfer', 'transfer', [two, 100n])
  await zoo.send('SilentBurn', 'burn', [one, 10n])
  await zoo.send('SilentMint', 'give', [three, 70n])
  await zoo.send('SilentMove', 'move', [one, four, 60n])
  await zoo.send('LyingEvents', 'claim', [one, two, 55n])
  for (const by of [0, 1, 2]) await zoo.send('Wrapped', 'deposit', [], { by, value: 500 })
  await zoo.send('Wrapped', 'transfer', [five, 20n], { by: 1 })
  await zoo.send('Wrapped', 'withdraw', [30n], { by: 2 })
  await zoo.send('Pool', 'deposit', [], { by: 1, value: 5 })
  await zoo.send('Farm', 'deposit', [40n], { by: 1 })
  await zoo.send('Farm', 'lock', [9n], { by: 1 })
  await zoo.send('Asset', 'approve', [zoo.at.Vault, 10_000n])
  await zoo.send('Vault', 'deposit', [300n, two])
  await zoo.send('Vault', 'redeem', [10n, two, two], { by: 1 })
  await zoo.send('QuietVault', 'deposit', [21n, three])
  await zoo.send('QuietVault', 'withdraw', [1n, three], { by: 2 })
  for (const id of IDS) await zoo.send('Multi6909', 'mint', [two, id, 10n * id])
  await zoo.send('Multi6909', 'transfer', [three, 1n, 4n], { by: 1 })
  await zoo.send('Multi6909', 'burn', [two, 7n, 70n])
  await zoo.send('Token777', 'send', [two, 77n, '0x1234'])
  await zoo.send('Hybrid', 'mint', [two])
  await anvil.request('evm_mine')
}

export async function liveWithNfts(zoo: Zoo, anvil: Anvil) {
  const [one, two, three, four] = zoo.people
  await zoo.send('Pictures', 'mint', [one, 7n])
  await zoo.send('Pictures', 'transferFrom', [one, one, 7n])
  await zoo.send('Items', 'mintBatch', [one, [], []])
  await zoo.send('Items', 'mintBatch', [two, [1n, 1n, 2n], [3n, 4n, 5n]])
  await zoo.send('Items', 'safeBatchTransferFrom', [two, three, [1n, 1n], [2n, 2n], '0x'], { by: 1 })
  await zoo.send('Items', 'safeBatchTransferFrom', [two, four, [], [], '0x'], { by: 1 })
  await zoo.send('Ranged', 'transferFrom', [three, four, 5n], { by: 2 })
  await anvil.request('evm_mine')
}
