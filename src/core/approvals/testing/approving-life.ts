/** Random approvals on a development chain, the same for the same seed, and what its contracts say of every pair. */
import { decodeFunctionResult, encodeFunctionData, toHex, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import type { CallOutput } from '#shared/rpc/contract.ts'
import type { Anvil } from '#service/indexer/testing/anvil.ts'
import { callData, compiled, deployData } from '#service/indexer/testing/workload.ts'
import type { CheckedChain } from '../../check/testing/checked-chain.ts'

const GAS = toHex(500_000)
const MAX_UINT = 2n ** 256n - 1n
const MAX_UINT160 = 2n ** 160n - 1n
/** Later than any time of a test. */
const LATE = 4_000_000_000n
/** The words from which anvil makes its accounts. */
const WORDS = 'test test test test test test test test test test test junk'
const PICTURES = 12

export async function startApproving(chain: Pick<CheckedChain, 'anvil' | 'at'>, seed: number) {
  const { anvil } = chain
  const accounts = (await anvil.request<Hex[]>('eth_accounts')).map((one) => one.toLowerCase() as Hex)
  const deploy = async (name: string) => {
    const { contractAddress } = await anvil.send({
      from: accounts[0],
      data: deployData(name),
      gas: toHex(5_000_000),
    })
    if (contractAddress === null) throw new Error(`${name} was not deployed`)
    return contractAddress.toLowerCase() as Hex
  }
  const { Coin, Pictures, Items } = chain.at
  const at = {
    Coin,
    Pictures,
    Items,
    PermitCoin: await deploy('PermitCoin'),
    Permits: await deploy('Permits'),
  }
  const people = { owners: accounts.slice(0, 3), spenders: accounts.slice(3, 7) }
  await prepare(anvil, at, people)
  return { at, ...people, live: (actions: number) => live(anvil, { at, ...people }, actions, seed) }
}
type Contracts = Readonly<Record<'Coin' | 'Pictures' | 'Items' | 'PermitCoin' | 'Permits', Hex>>
interface Life {
  readonly at: Contracts
  readonly owners: readonly Hex[]
  readonly spenders: readonly Hex[]
}

const send = (anvil: Anvil, from: Hex, to: Hex, data: Hex) =>
  anvil.request<Hex>('eth_sendTransaction', [{ from, to, data, gas: GAS }])

async function prepare(anvil: Anvil, at: Contracts, { owners }: Pick<Life, 'owners'>) {
  for (const owner of owners) {
    await send(anvil, owner, at.Coin, callData('Coin', 'mint', [owner, 10_000n]))
    await send(anvil, owner, at.PermitCoin, callData('PermitCoin', 'mint', [owner, 10_000n]))
    await send(anvil, owner, at.PermitCoin, callData('PermitCoin', 'approve', [at.Permits, MAX_UINT]))
  }
  for (let id = 0; id < PICTURES; id += 1) {
    const owner = owners[id % owners.length] ?? '0x'
    await send(anvil, owner, at.Pictures, callData('Pictures', 'mint', [owner, firstPicture + BigInt(id)]))
  }
}
const firstPicture = 1_000_000n

/** Some actions fail, such as a transfer of what is not approved: they change nothing. */
async function live(anvil: Anvil, { at, owners, spenders }: Life, actions: number, seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T
  const amount = () => oneOf([0n, 0n, 1n, 50n, 700n, 2n ** 130n, MAX_UINT])
  for (let made = 0; made < actions; made += 1) {
    const [nth, spender] = [below(owners.length), oneOf(spenders)]
    const owner = owners[nth] ?? ZERO
    const id = firstPicture + BigInt(below(PICTURES))
    const by = (from: Hex, contract: keyof Contracts, method: string, args: readonly unknown[]) =>
      send(anvil, from, at[contract], callData(contract, method, args))
    const coin = oneOf(['Coin', 'PermitCoin'] as const)
    const limited = () => oneOf([0n, 30n, 2n ** 100n, MAX_UINT160])
    const end = oneOf([0n, 1n, LATE, LATE])
    await oneOf([
      () => by(owner, coin, 'approve', [spender, amount()]),
      () => by(spender, coin, 'transferFrom', [owner, spender, oneOf([1n, 50n, 700n])]),
      () => by(owner, 'PermitCoin', 'increaseAllowance', [spender, 25n]),
      () => by(owner, 'PermitCoin', 'decreaseAllowance', [spender, 25n]),
      () => permitCoin(anvil, at.PermitCoin, { nth, owner, spender, value: amount() }),
      () => by(owner, 'Permits', 'approve', [at.PermitCoin, spender, limited(), end]),
      () => permitOnce(anvil, at, { nth, owner, spender, value: limited(), end }),
      () => by(spender, 'Permits', 'transferFrom', [owner, spender, 10n, at.PermitCoin]),
      () => by(owner, 'Permits', 'lockdown', [[{ token: at.PermitCoin, spender }]]),
      () => by(owner, 'Pictures', 'approve', [oneOf([spender, ZERO]), id]),
      () => by(oneOf([owner, spender]), 'Pictures', 'transferFrom', [owner, oneOf(owners), id]),
      () => by(owner, oneOf(['Pictures', 'Items'] as const), 'setApprovalForAll', [spender, below(2) === 0]),
    ])()
  }
}
const ZERO = `0x${'0'.repeat(40)}` as const

interface Permit {
  readonly nth: number
  readonly owner: Hex
  readonly spender: Hex
  readonly value: bigint
}

/** Anybody can hand in what the owner has signed. */
async function permitCoin(anvil: Anvil, token: Hex, { nth, owner, spender, value }: Permit) {
  const nonce = await read<bigint>(anvil, 'PermitCoin', token, 'nonces', [owner])
  const signature = await mnemonicToAccount(WORDS, { addressIndex: nth }).signTypedData({
    domain: { name: 'Permit Coin', version: '1', chainId: 31_337, verifyingContract: token },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner, spender, value, nonce, deadline: LATE },
  })
  const [r, s, v] = [
    signature.slice(0, 66),
    `0x${signature.slice(66, 130)}`,
    Number(`0x${signature.slice(130)}`),
  ]
  return send(anvil, spender, token, callData('PermitCoin', 'permit', [owner, spender, value, LATE, v, r, s]))
}

async function permitOnce(anvil: Anvil, at: Contracts, permit: Permit & { readonly end: bigint }) {
  const { nth, owner, spender, value, end } = permit
  const token = at.PermitCoin
  const [, , nonce] = await read<[bigint, number, number]>(anvil, 'Permits', at.Permits, 'allowance', [
    owner,
    token,
    spender,
  ])
  const signature = await mnemonicToAccount(WORDS, { addressIndex: nth }).signTypedData({
    domain: { name: 'Permit2', version: '1', chainId: 31_337, verifyingContract: at.Permits },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'token', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'amount', type: 'uint160' },
        { name: 'expiration', type: 'uint48' },
        { name: 'nonce', type: 'uint48' },
      ],
    },
    primaryType: 'Permit',
    message: { owner, token, spender, amount: value, expiration: Number(end), nonce },
  })
  const args = [owner, token, spender, value, end, signature]
  return send(anvil, spender, at.Permits, callData('Permits', 'permit', args))
}

async function read<T>(
  anvil: Anvil,
  contract: string,
  to: Hex,
  functionName: string,
  args: readonly unknown[],
) {
  const { abi } = compiled(contract)
  const call = { to, data: encodeFunctionData({ abi, functionName, args }) }
  const data = await anvil.request<Hex>('eth_call', [call, 'latest'])
  return decodeFunctionResult({ abi, functionName, data }) as T
}

/** Asks the contracts about every pair of an owner; a line for each. */
export async function saidByContracts(
  anvil: Anvil,
  { at, spenders }: Life,
  owner: Hex,
): Promise<readonly string[]> {
  const said: string[] = []
  const { timestamp } = await anvil.request<{ timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])
  for (const token of ['Coin', 'PermitCoin'] as const)
    for (const spender of [...spenders, at.Permits]) {
      const left = await read<bigint>(anvil, token, at[token], 'allowance', [owner, spender])
      if (left > 0n) said.push(`amount ${at[token]} ${spender} ${String(left)}`)
    }
  for (const token of ['Pictures', 'Items'] as const)
    for (const spender of spenders)
      if (await read<boolean>(anvil, token, at[token], 'isApprovedForAll', [owner, spender]))
        said.push(`collection ${at[token]} ${spender}`)
  for (const spender of spenders) {
    const args = [owner, at.PermitCoin, spender]
    const [left, end] = await read<[bigint, number]>(anvil, 'Permits', at.Permits, 'allowance', args)
    if (left > 0n && BigInt(end) >= BigInt(timestamp))
      said.push(`permit2 ${at.PermitCoin} ${spender} ${String(left)} ${String(end)}`)
  }
  for (let nth = 0n; nth < BigInt(PICTURES); nth += 1n) {
    const id = firstPicture + nth
    const [holder, approved] = [
      await read<Hex>(anvil, 'Pictures', at.Pictures, 'ownerOf', [id]),
      await read<Hex>(anvil, 'Pictures', at.Pictures, 'getApproved', [id]),
    ]
    if (holder.toLowerCase() === owner && approved !== ZERO)
      said.push(`nft ${at.Pictures} ${approved.toLowerCase()} ${String(id)}`)
  }
  return said.toSorted()
}

/**
 * The last transaction by which each spender took a token of the owner, by token, what it took it through, and spender.
 * In this life all take for themselves, so their transactions say it.
 */
export async function usesOnChain(anvil: Anvil, owner: Hex): Promise<ReadonlyMap<string, string>> {
  const uses = new Map<string, string>()
  const head = Number(await anvil.request<Hex>('eth_blockNumber', []))
  const { abi } = compiled('PermitCoin')
  const taking = encodeFunctionData({ abi, functionName: 'transferFrom', args: [owner, owner, 0n] }).slice(
    0,
    74,
  )
  const through = encodeFunctionData({
    abi: compiled('Permits').abi,
    functionName: 'transferFrom',
    args: [owner, owner, 0n, owner],
  }).slice(0, 74)
  for (let height = 0; height <= head; height += 1) {
    const { transactions } = await anvil.request<{
      transactions: { hash: Hex; from: Hex; to: Hex | null; input: Hex }[]
    }>('eth_getBlockByNumber', [toHex(height), true])
    for (const { hash, from, to, input } of transactions) {
      const isThrough = input.startsWith(through)
      if (from === owner || (!isThrough && !input.startsWith(taking))) continue
      const { status } = await anvil.request<{ status: Hex }>('eth_getTransactionReceipt', [hash])
      const token = isThrough ? `0x${input.slice(-40)}` : String(to)
      if (status !== '0x1') continue
      uses.set(`${token} ${isThrough ? String(to) : 'itself'} ${from}`, hash)
      if (isThrough) uses.set(`${token} itself ${String(to)}`, hash)
    }
  }
  return uses
}

/** The approvals of a report as the same lines. */
export function linesOf(report: CallOutput<'approvals.read'>): readonly string[] {
  if (report.outcome !== 'read') throw new Error(JSON.stringify(report.problem))
  return report.approvals
    .map(({ kind, token, spender, amount, id, expires }) =>
      [kind, token.address, spender.address, amount ?? id, expires].filter((part) => part !== null).join(' '),
    )
    .toSorted()
}
