/** Compares a source's data on an address with a node, at the state of a block. */
import { keccak256 } from 'viem/utils'
import { NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { proveAccount } from '#platform/json-rpc/proof/account-proof.ts'
import { hash, number, object, textOf, type Json } from '#platform/json-rpc/wire.ts'
import type { AddressDetail } from '#shared/chain/address.ts'
import type { TokenBalance } from '#shared/chain/token.ts'
import type { Finding } from '#shared/rpc/contract/check.ts'
import { headerAt, isHeaderTrue, type Basis } from './block-evidence.ts'
import type { Checked, SourceRows } from './checked.ts'
import { bigOf, compareFields, decimalOf, hexOf, type FieldsOf, type Rule } from './compare-fields.ts'
import { UntrustedNode } from './node-problem.ts'
import { addressWord, numberWord } from '#shared/abi/words.ts'

export interface AddressOfSource {
  /** The requested address. */
  readonly address: string
  readonly item: AddressDetail
  readonly tokens: SourceRows<TokenBalance>
  /** The address's code according to the source. */
  readonly code: string | null | undefined
  /** The source's newest block. */
  readonly head: number | undefined
}

/** Uses the source's newest block, so that both describe one state; or the node's, if the node is behind. */
export async function checkAddress(node: NodeConnection, source: AddressOfSource): Promise<Checked> {
  const newest = number(await node.request('eth_blockNumber', []), 'the height of the head')
  const height = Math.min(newest, source.head ?? newest)
  const tag = `0x${height.toString(16)}`
  const answer = await node.request('eth_getBlockByNumber', [tag, false])
  if (answer == null) throw new UntrustedNode({ kind: 'pruned', height })
  const header = headerAt(height, answer)
  const isProven = await isHeaderTrue(node, header)
  const account = await readAccount(node, { address: source.address, tag, height, header, isProven })
  const proven = new Set<Basis>([...(isProven ? (['header'] as const) : []), ...account.by])
  const item = { ...source.item, code: source.code, is_contract: source.item.is_contract }
  return {
    block: { height, hash: hash(header.hash, 'the hash of a block'), proven },
    findings: [
      ...compareFields(ADDRESS_RULES, { part: 'address', row: null, item, evidence: account, proven }),
      ...(await checkBalances(node, source, tag)),
    ],
    cut: source.tokens?.isWhole === false ? ['token-balance'] : [],
  }
}

interface AccountEvidence {
  readonly address: string
  readonly balance: string | undefined
  /** Undefined if the node does not return it. */
  readonly codeHash: string | undefined
  readonly by: readonly Basis[]
}

interface AtBlock {
  readonly address: string
  readonly tag: string
  readonly height: number
  readonly header: Json
  readonly isProven: boolean
}

/** Throws `UntrustedNode` if the proof does not lead to the block's state root. */
async function readAccount(node: NodeConnection, at: AtBlock): Promise<AccountEvidence> {
  const { address, tag, header, isProven } = at
  const [proof, balance, code] = await node.many([
    { method: 'eth_getProof', params: [address, [], tag] },
    { method: 'eth_getBalance', params: [address, tag] },
    { method: 'eth_getCode', params: [address, tag] },
  ])
  if (balance instanceof NodeRefusal && balance.meaning === 'gone')
    throw new UntrustedNode({ kind: 'pruned', height: at.height })
  const given = proof && 'result' in proof ? proof.result : null
  if (given !== null && isProven) {
    const { accountProof } = object(given, 'a proof')
    const account = proveAccount(textOf(header.stateRoot), address, accountProof)
    if (!account) throw new UntrustedNode({ kind: 'lies', what: 'state' })
    return { address, balance: String(account.balance), codeHash: account.codeHash, by: ['state'] }
  }
  const resultOf = (one: typeof code) => (one && 'result' in one ? one.result : undefined)
  const bytes = hexOf(resultOf(code))
  return {
    address,
    balance: decimalOf(resultOf(balance)),
    codeHash: bytes === undefined ? undefined : keccak256(bytes as `0x${string}`),
    by: [],
  }
}

const NO_CODE = keccak256('0x')
const STATE: readonly Basis[] = ['header', 'state']

export const ADDRESS_RULES: Readonly<Record<FieldsOf<AddressDetail> | 'code', Rule<AccountEvidence>>> = {
  hash: { says: ({ address }) => address, by: STATE },
  coin_balance: { says: ({ balance }) => balance, by: STATE },
  // An account that delegates to a contract (EIP-7702) has code; only some sources call it a contract.
  is_contract: {
    says: ({ codeHash }, source) =>
      codeHash === undefined
        ? undefined
        : codeHash === NO_CODE
          ? 'false'
          : source === 'true'
            ? source
            : undefined,
    by: STATE,
  },
  code: {
    says: ({ codeHash }, source) =>
      codeHash === undefined
        ? undefined
        : isCode(source, codeHash)
          ? source
          : `code with the hash ${codeHash}`,
    by: STATE,
  },
  name: { cannot: 'name' },
  ens_domain_name: { cannot: 'name' },
  is_verified: { cannot: 'own' },
  is_scam: { cannot: 'own' },
  implementations: { cannot: 'own' },
  proxy_type: { cannot: 'own' },
  reputation: { cannot: 'own' },
  metadata: { cannot: 'name' },
  private_tags: { cannot: 'name' },
  public_tags: { cannot: 'name' },
  watchlist_names: { cannot: 'name' },
  exchange_rate: { cannot: 'price' },
  creator_address_hash: { cannot: 'trace' },
  creation_transaction_hash: { cannot: 'trace' },
  token: { cannot: 'own' },
}

const isCode = (source: string | null, codeHash: string) => {
  const bytes = hexOf(source)
  return bytes !== undefined && keccak256(bytes as `0x${string}`) === codeHash
}

/** The balances that the tokens report. They are not proven, so they agree at most. */
async function checkBalances(
  node: NodeConnection,
  { address, tokens }: AddressOfSource,
  tag: string,
): Promise<Finding[]> {
  const rows = tokens?.rows ?? []
  const answers = await node.many(
    rows.map((row) => ({
      method: 'eth_call',
      params: [{ to: row.token.address_hash, data: balanceCall(address, row) }, tag],
    })),
  )
  return rows.flatMap((item, at) => {
    const answer = answers[at]
    const said = answer && 'result' in answer ? hexOf(answer.result) : undefined
    const value = said?.length === 66 ? String(bigOf(said)) : undefined
    const place = { part: 'token-balance', row: balanceKey(item), item } as const
    return compareFields(BALANCE_RULES, { ...place, evidence: value, proven: new Set() })
  })
}

export const balanceKey = ({ token, token_id: id }: TokenBalance) =>
  id == null ? token.address_hash : `${token.address_hash} #${id}`

/** `balanceOf(address)`, and `balanceOf(address,uint256)` for multi-tokens. */
const balanceCall = (address: string, { token_id: id }: TokenBalance) =>
  id == null ? `0x70a08231${addressWord(address)}` : `0x00fdd58e${addressWord(address)}${numberWord(id)}`

export const BALANCE_RULES: Readonly<Record<FieldsOf<TokenBalance>, Rule<string | undefined>>> = {
  token: { apart: true },
  token_id: { apart: true },
  token_instance: { apart: true },
  value: { says: (value) => value, by: [] },
}
