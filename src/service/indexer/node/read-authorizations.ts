/**
 * The authorizations of a transaction (EIP-7702), and which of them took effect. No receipt says it, so the block is gone
 * through: an authorization counts where its nonce is that of the account at that moment. What comes out is believed
 * only of accounts whose nonce and code at the end of the block are those that the node has.
 */
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { recoverAuthorities, type Authority } from '#platform/json-rpc/proof/recover-authorities.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import { data, integer, list, object, textOf, type Json } from '#platform/json-rpc/wire.ts'
import type { WireItem } from '../../chain-reader.ts'
import { toHexQuantity } from './read-chain.ts'

/** The most authorizations of one block; a block with more is not gone through. */
const MAX_AUTHORIZATIONS = 1_000
const MAX_BYTES = 32 * 1024 * 1024

interface Authorization {
  readonly transaction: string
  readonly signed: Json
  readonly authority: Authority
}
type Step = Authorization | { readonly sender: string; readonly next: bigint }
type Status = 'ok' | 'invalid_chain_id' | 'invalid_signature' | 'invalid_nonce' | null

/** The authorizations of a block as the API gives them, by the hash of their transaction; null where the node does not give the block. */
export async function readAuthorizations(
  connection: NodeConnection,
  chainId: string,
  block: number,
): Promise<ReadonlyMap<string, readonly WireItem[]> | null> {
  try {
    const answer = await connection.request('eth_getBlockByNumber', [toHexQuantity(block), true], {
      priority: 'visible',
      maxBytes: MAX_BYTES,
    })
    const steps = await stepsOf(list(object(answer, 'a block').transactions, 'the transactions of a block'))
    if (!steps) return null
    const own = steps.filter((step) => 'signed' in step)
    const statuses = await statusesOf(connection, { steps, own, chainId, block })
    const items = own.map(({ transaction, signed, authority }, at) => ({
      transaction,
      item: {
        address_hash: textOf(signed.address),
        authority: authority ?? null,
        chain_id: shortNumber(signed.chainId),
        nonce: decimal(signed.nonce),
        status: statuses[at] ?? null,
        v: shortNumber(signed.yParity ?? signed.v),
        r: decimal(signed.r),
        s: decimal(signed.s),
      },
    }))
    return new Map(
      [...Map.groupBy(items, ({ transaction }) => transaction)].map(([hash, all]) => [
        hash,
        all.map(({ item }) => item),
      ]),
    )
  } catch (error) {
    if (error instanceof NodeRefusal || error instanceof NodeFailure) return null
    throw error
  }
}

const decimal = (value: unknown) => String(integerOf(value))
/** A number that a number of JSON may not hold stays a text. */
const shortNumber = (value: unknown) => {
  const read = integerOf(value)
  return Number.isSafeInteger(Number(read)) ? Number(read) : String(read)
}
const integerOf = (value: unknown) => BigInt(/^0x[0-9a-f]+$/i.test(textOf(value)) ? textOf(value) : 0)

/** The steps of a block that change nonces, in order; null if there are too many. */
async function stepsOf(transactions: readonly unknown[]): Promise<readonly Step[] | null> {
  const steps: Step[] = []
  let count = 0
  for (const each of transactions) {
    const raw = object(each, 'a transaction')
    const signed = Array.isArray(raw.authorizationList) ? (raw.authorizationList as readonly unknown[]) : []
    count += signed.length
    if (count > MAX_AUTHORIZATIONS) return null
    // The sender's own nonce comes before its authorizations.
    steps.push({ sender: textOf(raw.from).toLowerCase(), next: integerOf(raw.nonce) + 1n })
    const authorizations = signed.map((one) => object(one, 'an authorization'))
    const authorities = await recoverAuthorities(authorizations)
    for (const [at, one] of authorizations.entries())
      steps.push({ transaction: textOf(raw.hash), signed: one, authority: authorities[at] })
  }
  return steps
}

interface BlockOfSteps {
  readonly steps: readonly Step[]
  readonly own: readonly Authorization[]
  readonly chainId: string
  readonly block: number
}

async function statusesOf(
  connection: NodeConnection,
  { steps, own, chainId, block }: BlockOfSteps,
): Promise<readonly Status[]> {
  const authorities = [...new Set(own.flatMap(({ authority }) => authority ?? []))]
  const [before, after] = await Promise.all(
    [block - 1, block].map((height) => accountsAt(connection, authorities, height)),
  )
  const nonces = new Map([...(before ?? [])].map(([authority, { nonce }]) => [authority, nonce]))
  /** The last authorization of each account that counts. */
  const last = new Map<string, Authorization>()
  const statuses = new Map<Step, Status>()
  for (const step of steps) {
    if ('sender' in step) {
      if (nonces.has(step.sender)) nonces.set(step.sender, step.next)
      continue
    }
    const status = statusOf(step, nonces, chainId)
    if (status === 'ok' && step.authority != null) {
      nonces.set(step.authority, (nonces.get(step.authority) ?? 0n) + 1n)
      last.set(step.authority, step)
    }
    statuses.set(step, status)
  }
  return own.map((each) => {
    const status = statuses.get(each) ?? null
    if (status === 'invalid_chain_id' || status === 'invalid_signature') return status
    const { authority } = each
    const [was, is] = [before, after].map((accounts) => accounts?.get(authority ?? ''))
    if (authority == null || !was || !is || nonces.get(authority) !== is.nonce) return null
    const counts = last.get(authority)
    if (counts && !isDelegatedBy(counts, was, is)) return null
    return status === 'ok' && each !== counts ? null : status
  })
}

/**
 * Whether an account has its code from an authorization. The code of an account that was delegated before may have made
 * contracts, each of which takes a nonce: an authorization that changes nothing may have come too late then.
 */
function isDelegatedBy({ signed }: Authorization, was: Account, is: Account): boolean {
  const address = textOf(signed.address).toLowerCase()
  const code = /^0x0{40}$/.test(address) ? '0x' : `0xef0100${address.slice(2)}`
  return is.code === code && (was.code === '0x' || was.code !== code)
}

function statusOf(
  { signed, authority }: Authorization,
  nonces: ReadonlyMap<string, bigint>,
  chainId: string,
): Status {
  if (!['0', chainId].includes(decimal(signed.chainId))) return 'invalid_chain_id'
  if (authority === null) return 'invalid_signature'
  const nonce = authority && nonces.get(authority)
  if (nonce === undefined) return null
  return nonce === integerOf(signed.nonce) ? 'ok' : 'invalid_nonce'
}

interface Account {
  readonly nonce: bigint
  readonly code: string
}

/** Without those of which the node no longer has the state at that block. */
async function accountsAt(connection: NodeConnection, authorities: readonly string[], height: number) {
  const params = authorities.map((authority) => [authority, toHexQuantity(height)])
  const answers = await connection.many(
    ['eth_getTransactionCount', 'eth_getCode'].flatMap((method) =>
      params.map((each) => ({ method, params: each })),
    ),
    { priority: 'visible' },
  )
  const resultAt = (at: number) => {
    const answer = answers[at]
    return answer instanceof NodeRefusal ? undefined : answer?.result
  }
  return new Map(
    authorities.flatMap((authority, at) => {
      const [count, code] = [resultAt(at), resultAt(authorities.length + at)]
      if (count === undefined || code === undefined) return []
      const nonce = BigInt(integer(count, 'the nonce of an account', 64))
      return [[authority, { nonce, code: data(code, 'the code of an account') }] as const]
    }),
  )
}
