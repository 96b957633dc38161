import { recoverAuthorizationAddress } from 'viem/utils'

/** An authorization (EIP-7702) as it was signed. */
export interface SignedAuthorization {
  readonly chainId: unknown
  readonly address: unknown
  readonly nonce: unknown
  readonly yParity: unknown
  readonly r: unknown
  readonly s: unknown
}

/** Half of the order of the curve: a signature above it is another form of one below, and counts nothing. */
const MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * The account that signed it, in lower case; null where the signature is of no account: such an authorization does
 * nothing. Numbers are in hex or decimal.
 */
export async function recoverAuthority(signed: SignedAuthorization): Promise<string | null> {
  try {
    const [chainId, nonce, r, s] = [signed.chainId, signed.nonce, signed.r, signed.s].map((value) =>
      BigInt(value as string),
    ) as [bigint, bigint, bigint, bigint]
    if (s > MAX_S) return null
    const signer = await recoverAuthorizationAddress({
      authorization: {
        // A bigint is hashed as well, which the types don't say: both may be larger than a number holds.
        chainId: chainId as unknown as number,
        nonce: nonce as unknown as number,
        address: signed.address as `0x${string}`,
        yParity: Number(signed.yParity),
        r: wordOf(r),
        s: wordOf(s),
      },
    })
    return signer.toLowerCase()
  } catch {
    return null
  }
}

const wordOf = (value: bigint): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`
