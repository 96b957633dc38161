import { recoverAuthorizationAddress } from 'viem/utils'
import type { ChainBlock } from '../model/chain-block.ts'

interface Authorization {
  readonly chainId: `0x${string}`
  readonly address: `0x${string}`
  readonly nonce: `0x${string}`
  readonly yParity: `0x${string}`
  readonly r: `0x${string}`
  readonly s: `0x${string}`
}

/** The block with the accounts that signed an EIP-7702 authorization in it. `answer`: the block as the node gave it. */
export async function withDelegators(block: ChainBlock, answer: unknown): Promise<ChainBlock> {
  const { transactions } = answer as { transactions: readonly { authorizationList?: unknown }[] }
  const signed = transactions.flatMap(({ authorizationList: list }) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  )
  if (signed.length === 0) return block
  const signers = await Promise.all(signed.map(signerOf))
  return { ...block, delegators: [...new Set(signers.filter((signer) => signer !== null))] }
}

/** Lower-case; null where the signature is of no account: such an authorization does nothing. */
async function signerOf(authorization: unknown): Promise<string | null> {
  try {
    const { chainId, address, nonce, yParity, r, s } = authorization as Authorization
    const signer = await recoverAuthorizationAddress({
      authorization: {
        chainId: Number(chainId),
        address,
        nonce: Number(nonce),
        yParity: Number(yParity),
        r,
        s,
      },
    })
    return signer.toLowerCase()
  } catch {
    return null
  }
}
