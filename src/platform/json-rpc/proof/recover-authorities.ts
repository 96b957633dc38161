import { numberToHex, recoverAuthorizationAddress } from 'viem/utils'
import { createTurns } from '../../take-turns.ts'
import { textOf } from '../wire.ts'

/** An authorization (EIP-7702) as it was signed. Numbers are in hex or decimal. */
export interface SignedAuthorization {
  readonly chainId?: unknown
  readonly address?: unknown
  readonly nonce?: unknown
  readonly yParity?: unknown
  /** Where a node gives it in place of `yParity`. */
  readonly v?: unknown
  readonly r?: unknown
  readonly s?: unknown
}

/**
 * The account that signed, in lower case. Null if the signature is of no account: such an authorization does nothing.
 * Undefined if a part is missing or unreadable, so that nothing is known.
 */
export type Authority = string | null | undefined

/** Half of the order of the curve: a signature above it is another form of one below, and counts nothing. */
const MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** Others have their turn in between: each takes about a millisecond. */
export async function recoverAuthorities(
  list: readonly SignedAuthorization[],
): Promise<readonly Authority[]> {
  const takeTurn = createTurns()
  const authorities: Authority[] = []
  for (const signed of list) {
    await takeTurn(undefined)
    authorities.push(await recoverAuthority(signed))
  }
  return authorities
}

async function recoverAuthority(signed: SignedAuthorization): Promise<Authority> {
  const address = textOf(signed.address)
  const [chainId, nonce, parity, r, s] = [
    signed.chainId,
    signed.nonce,
    signed.yParity ?? signed.v,
    signed.r,
    signed.s,
  ].map(readInteger)
  if (!/^0x[0-9a-f]{40}$/i.test(address) || chainId === undefined || nonce === undefined) return undefined
  if (parity === undefined || r === undefined || s === undefined) return undefined
  if (parity > 1n || s > MAX_S) return null
  try {
    const signer = await recoverAuthorizationAddress({
      authorization: {
        // A bigint is hashed as well, which the types don't say: both may be larger than a number holds.
        chainId: chainId as unknown as number,
        nonce: nonce as unknown as number,
        address: address.toLowerCase() as `0x${string}`,
        yParity: Number(parity),
        r: numberToHex(r, { size: 32 }),
        s: numberToHex(s, { size: 32 }),
      },
    })
    return signer.toLowerCase()
  } catch {
    return null
  }
}

/** No number of a signature, or of what is signed, is as large. */
const END = 2n ** 256n

/** The parity as a source gives it: some count it from 27 on, as the signatures of messages do. */
export const parityOf = (v: string): string => (v === '27' ? '0' : v === '28' ? '1' : v)

const readInteger = (value: unknown): bigint | undefined => {
  const text = textOf(value)
  const read = /^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i.test(text) ? BigInt(text) : END
  return read < END ? read : undefined
}
