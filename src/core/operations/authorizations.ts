/** The authorizations of a transaction (EIP-7702), with what is known of their effect. */
import { parityOf, recoverAuthorities, type Authority } from '#platform/json-rpc/proof/recover-authorities.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { Authorization } from '#shared/rpc/contract/operations.ts'

type Signed = NonNullable<Transaction['authorization_list']>[number]
type Effect = Pick<Authorization, 'state' | 'because'>

/** The maximal number of authorizations that are returned: each costs 12,500 gas or more. */
const MAX_AUTHORIZATIONS = 500
/** The type of transactions with authorizations. */
const SET_CODE = 4

interface Authorizations {
  readonly authorizations: readonly Authorization[] | null
  readonly authorizationsLeft: number
}

/** `nameOf`: the name of a contract, if it is known. */
export async function readAuthorizations(
  { type, authorization_list: list }: Pick<Transaction, 'type' | 'authorization_list'>,
  chainId: string | undefined,
  nameOf: (address: string) => string | null,
): Promise<Authorizations> {
  if (list == null) return { authorizations: type === SET_CODE ? null : [], authorizationsLeft: 0 }
  const read = list.slice(0, MAX_AUTHORIZATIONS)
  const recovered = await recoverAuthorities(
    read.map(({ address_hash: address, chain_id: ofChain, nonce, v, r, s, ...one }) => ({
      // A signer that the source names is not recovered.
      ...(one.authority == null && { address, chainId: ofChain, nonce, yParity: v && parityOf(v), r, s }),
    })),
  )
  return {
    authorizations: read.map((signed, at) =>
      describe(signed, signed.authority?.toLowerCase() ?? recovered[at], { chainId, nameOf }),
    ),
    authorizationsLeft: list.length - read.length,
  }
}

interface Around {
  readonly chainId: string | undefined
  readonly nameOf: (address: string) => string | null
}

function describe(signed: Signed, authority: Authority, { chainId, nameOf }: Around): Authorization {
  const { address_hash: address, chain_id: ofChain = null, nonce = null } = signed
  const delegate = address?.toLowerCase() ?? null
  return {
    ...{
      authority: authority ?? null,
      delegate,
      delegateName: delegate && nameOf(delegate),
      chainId: ofChain,
      nonce,
    },
    ...effectOf(signed, { authority, isOther: isOtherChain(ofChain, chainId) }),
  }
}

const isOtherChain = (ofChain: string | null, chainId: string | undefined) =>
  ofChain !== null && ofChain !== '0' && chainId !== undefined && ofChain !== chainId

function effectOf(
  { status }: Signed,
  { authority, isOther }: { readonly authority: Authority; readonly isOther: boolean },
): Effect {
  if (status === 'ok') return { state: 'applied', because: null }
  if (status === 'invalid_nonce') return { state: 'skipped', because: 'nonce' }
  if (status === 'invalid_chain_id' || isOther) return { state: 'skipped', because: 'chain' }
  if (status === 'invalid_signature' || authority === null) return { state: 'skipped', because: 'signature' }
  return { state: 'unknown', because: null }
}
