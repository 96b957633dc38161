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
  const { transactions } = answer as {
    transactions: readonly { hash?: unknown; authorizationList?: unknown }[]
  }
  const signed = new Map(
    transactions.flatMap(({ hash, authorizationList: list }) =>
      Array.isArray(list) && list.length > 0 ? [[hash, list as readonly unknown[]] as const] : [],
    ),
  )
  if (signed.size === 0) return block
  return {
    ...block,
    transactions: await Promise.all(
      block.transactions.map(async (transaction) => {
        const list = signed.get(transaction.hash)
        return list ? { ...transaction, delegators: await signersOf(list) } : transaction
      }),
    ),
  }
}

async function signersOf(authorizations: readonly unknown[]): Promise<readonly string[]> {
  const signers = await Promise.all(authorizations.map(signerOf))
  return [...new Set(signers.filter((signer) => signer !== null))]
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
