import {
  concatHex,
  createWalletClient,
  defineChain,
  encodePacked,
  getContractAddress,
  http,
  size,
  toHex,
  zeroAddress,
  zeroHash,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Anvil } from './anvil.ts'
import { until } from './until.ts'
import { callData, deployData } from './workload.ts'

const GAS = '0x2dc6c0'
/** The last of the accounts that anvil unlocks by itself: a key that everybody knows. */
const DELEGATOR_KEY = '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6'

/** The key of an account that never sent anything. */
const OTHER_DELEGATOR_KEY = `0x${'77'.repeat(32)}` as const
const pay = (amount: bigint) => callData('Till', 'pay', [amount])
const REFUSE = callData('Till', 'refuse', [9n])

const NAMES = [
  'Till',
  'Safe',
  'MultiSend',
  'SmartAccount',
  'EntryPoint',
  'FirstFacet',
  'SecondFacet',
  'Bundler',
] as const
type Name = (typeof NAMES)[number] | 'Beacon' | 'Behind' | 'Diamond'

export interface AccountContracts {
  readonly at: Readonly<Record<Name, Hex>>
  /** An account that delegates to `SmartAccount` (EIP-7702). */
  readonly delegator: Hex
  /** Hashes of the transactions, by what they show. */
  readonly sent: Readonly<
    Record<
      | 'beacon'
      | 'safe'
      | 'batch'
      | 'operations'
      | 'bundled'
      | 'delegated'
      | 'authorized'
      | 'first'
      | 'second'
      | 'sink'
      | 'undone',
      Hex
    >
  >
}

/** Contracts that are called through others: proxies of four kinds, a Safe with `multiSend`, an EntryPoint. */
export async function sendThroughAccounts(anvil: Anvil): Promise<AccountContracts> {
  const [from = zeroAddress] = await anvil.request<Hex[]>('eth_accounts')
  // Counted here: the node may answer before the block with the last one is there.
  let nonce = await anvil.request<Hex>('eth_getTransactionCount', [from, 'latest']).then(Number)
  const send = (fields: object) => {
    nonce += 1
    return anvil.request<Hex>('eth_sendTransaction', [{ from, gas: GAS, nonce: toHex(nonce - 1), ...fields }])
  }
  const at: Partial<Record<Name, Hex>> = {}
  const deploy = async (name: Name, args: readonly unknown[] = []) => {
    at[name] = getContractAddress({ from, nonce: BigInt(nonce) })
    await send({ data: deployData(name, args) })
  }
  for (const name of NAMES) await deploy(name)
  await deploy('Beacon', [at.Till])
  await deploy('Behind', [at.Beacon])
  await deploy('Diamond', [at.FirstFacet, at.SecondFacet])
  const placed = at as Record<Name, Hex>
  await send({ to: placed.Safe, value: '0x64' })
  await send({ to: placed.SmartAccount, value: '0x64' })

  const throughSafe = (to: Hex, value: bigint, data: Hex, operation: number) =>
    callData('Safe', 'execTransaction', [
      to,
      value,
      data,
      operation,
      0n,
      0n,
      0n,
      zeroAddress,
      zeroAddress,
      '0x',
    ])
  const { operation, handleOps } = operationsOf(placed, from)
  const delegator = privateKeyToAccount(DELEGATOR_KEY)
  return {
    at: placed,
    delegator: delegator.address.toLowerCase() as Hex,
    sent: {
      beacon: await send({ to: placed.Behind, data: pay(3n) }),
      safe: await send({ to: placed.Safe, data: throughSafe(placed.Till, 5n, pay(4n), 0) }),
      batch: await send({
        to: placed.Safe,
        data: throughSafe(
          placed.MultiSend,
          0n,
          callData('MultiSend', 'multiSend', [packed(placed.Till, [pay(5n), pay(6n)])]),
          1,
        ),
      }),
      operations: await send({
        to: placed.EntryPoint,
        data: handleOps(operation(7n), operation(8n)),
      }),
      bundled: await send({
        to: placed.Bundler,
        data: callData('Bundler', 'forward', [
          placed.EntryPoint,
          handleOps(operation(12n, pay(12n), concatHex([placed.Safe, '0x1234'])), operation(13n, REFUSE)),
        ]),
      }),
      delegated: await delegate(anvil, placed),
      authorized: await authorize(anvil, placed),
      first: await send({ to: placed.Diamond, data: callData('FirstFacet', 'first', [9n]) }),
      second: await send({ to: placed.Diamond, data: callData('SecondFacet', 'second', [10n]) }),
      sink: await send({ to: placed.Till, data: callData('Till', 'sink', [5n]) }),
      undone: await send({
        to: placed.Bundler,
        // The second beneficiary takes no payment.
        data: callData('Bundler', 'forward', [
          placed.EntryPoint,
          callData('EntryPoint', 'handleOps', [[operation(14n)], placed.MultiSend]),
        ]),
      }),
    },
  }
}

/** Operations of the account, each a call of the till. */
export function operationsOf({ SmartAccount, Till }: Readonly<Record<Name, Hex>>, beneficiary: Hex) {
  const operation = (nonce: bigint, call = pay(nonce), paymasterAndData: Hex = '0x') => ({
    sender: SmartAccount,
    nonce,
    initCode: '0x',
    callData: callData('SmartAccount', 'execute', [Till, call === REFUSE ? 0n : 1n, call]),
    accountGasLimits: zeroHash,
    preVerificationGas: 0n,
    gasFees: zeroHash,
    paymasterAndData,
    signature: '0x',
  })
  const handleOps = (...operations: readonly ReturnType<typeof operation>[]) =>
    callData('EntryPoint', 'handleOps', [operations, beneficiary])
  return { operation, handleOps }
}

/** The calls of a `multiSend`, one after the other. */
const packed = (to: Hex, calls: readonly Hex[]): Hex =>
  concatHex(
    calls.map((data) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [0, to, 1n, BigInt(size(data)), data],
      ),
    ),
  )

/**
 * A delegated account signs anew, but its code makes a contract before that in the same block, which takes its nonce.
 * Returns the transaction's hash; the authorization has no effect.
 */
export async function authorizeTooLate(anvil: Anvil, { Safe }: AccountContracts['at']): Promise<Hex> {
  const { account, wallet } = await walletOf(anvil)
  const creator = `0x${'cc'.repeat(20)}` as const
  // CREATE of nothing.
  await anvil.request('anvil_setCode', [creator, '0x600060006000f000'])
  const other = privateKeyToAccount(`0x${'78'.repeat(32)}`)
  const sign = (contractAddress: Hex, nonce: number) =>
    other.signAuthorization({ contractAddress, chainId: 0, nonce })
  const sent = (fields: object) => wallet.sendTransaction({ gas: 1_000_000n, ...fields } as never)
  const nonce = Number(await anvil.request('eth_getTransactionCount', [account.address, 'latest']))
  await sent({ to: Safe, nonce, authorizationList: [await sign(creator, 0)] })
  await anvil.request('evm_mine')
  await anvil.request('evm_setAutomine', [false])
  await sent({ to: other.address, nonce: nonce + 1 })
  const hash = await sent({ to: Safe, nonce: nonce + 2, authorizationList: [await sign(Safe, 1)] })
  await anvil.request('evm_mine')
  await anvil.request('evm_setAutomine', [true])
  return hash
}

/** An account without code signs that it runs that of another, and is called as one. */
async function delegate(anvil: Anvil, at: Readonly<Record<Name, Hex>>): Promise<Hex> {
  const { account, wallet } = await walletOf(anvil)
  const authorization = await wallet.signAuthorization({ contractAddress: at.SmartAccount, executor: 'self' })
  const hash = await wallet.sendTransaction({
    to: account.address,
    authorizationList: [authorization],
    gas: 1_000_000n,
    data: callData('SmartAccount', 'execute', [at.Till, 2n, callData('Till', 'pay', [11n])]),
  })
  // The next nonce of the wallet is known only then.
  await until(`transaction ${hash}`, () => anvil.request('eth_getTransactionReceipt', [hash]))
  return hash
}

/** Authorizations of which one takes effect: the others are of another chain, and of a nonce that is not its turn. */
async function authorize(anvil: Anvil, { Safe }: Readonly<Record<Name, Hex>>): Promise<Hex> {
  const { wallet } = await walletOf(anvil)
  const other = privateKeyToAccount(OTHER_DELEGATOR_KEY)
  const sign = (chainId: number, nonce: number) =>
    other.signAuthorization({ contractAddress: Safe, chainId, nonce })
  return wallet.sendTransaction({
    to: Safe,
    authorizationList: [await sign(1, 0), await sign(0, 0), await sign(0, 0)],
    gas: 1_000_000n,
  })
}

async function walletOf(anvil: Anvil) {
  const account = privateKeyToAccount(DELEGATOR_KEY)
  const id = Number(await anvil.request<Hex>('eth_chainId'))
  const chain = defineChain({
    id,
    name: 'anvil',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
  })
  return { account, wallet: createWalletClient({ account, chain, transport: http() }) }
}

export const ACCOUNT_CONTRACT_NAMES: readonly string[] = NAMES
