import { recoverAuthorities, type SignedAuthorization } from '#platform/json-rpc/proof/recover-authorities.ts'
import type { ChainBlock } from '../model/chain-block.ts'

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
  const signers = await recoverAuthorities(authorizations.map((each) => (each ?? {}) as SignedAuthorization))
  return [...new Set(signers.filter((signer) => signer != null))]
}
