/**
 * Facts from before the first block of an index that begins above block 0 (a fork, a pruned node, `--from-block`).
 * There are no lists of that time, but the node is asked for the facts a page needs: code, the description of a token,
 * balances.
 */
import type { TokenType } from '#shared/chain/token-events.ts'
import { addressOfWord, toHex, ZERO_ADDRESS } from '../../model/hex.ts'
import type { NftKey } from '../../model/missing-data.ts'
import { callContracts, orNull } from '#platform/json-rpc/contract-calls.ts'
import { NodeRefusal, REFUSED } from '#platform/json-rpc/node-failure.ts'
import { readAtBlock } from '../../node/read-at-block.ts'
import { decodeAmount } from '../../store/amounts.ts'
import type { IndexStore } from '../../store/index-store.ts'
import type { SyncContext } from '../sync-context.ts'
import { BALANCE_OF, fetchTokenBalances, OWNER_OF } from './token-balances.ts'
import {
  DECIMALS,
  ERC165,
  ERC721,
  INVALID_INTERFACE,
  isTrue,
  readWord,
  supports,
  TOTAL_SUPPLY,
} from './token-info.ts'
import { fetchTokens } from './tokens.ts'
import { numberWord } from '#shared/abi/words.ts'

/** Writes to the index which of these addresses have code, and which are tokens. */
export async function fetchEarlierContracts(context: SyncContext, hashes: readonly string[]) {
  const { connection, store } = context
  const codes = await connection.many(
    hashes.map((hash) => ({ method: 'eth_getCode', params: [hash, 'latest'] })),
    { priority: 'visible' },
  )
  const withCode = hashes.filter((_, index) => {
    const code = codes[index]
    return code && !(code instanceof NodeRefusal) && typeof code.result === 'string' && code.result !== '0x'
  })
  const answers = await readTokenTypes(context, withCode)
  // The next look asks again for what the node refused.
  const contracts = withCode.filter((_, index) => answers[index] !== REFUSED)
  const types = answers.filter((type) => type !== REFUSED)
  if (contracts.length === 0 || !store.database.isOpen) return
  const tokens = store.write(() =>
    contracts.flatMap((hash, index) => {
      const id = store.addresses.idOf(hash)
      store.addresses.markContract(id)
      const type = types[index]
      if (type) store.tokens.addEarlier(id, type)
      return type ? [id] : []
    }),
  )
  await fetchTokens(context, tokens, 'visible')
}

const ERC1155 = 'd9b67a26'

/**
 * The token type of each contract, by its answers; null for one that is no token, `REFUSED` where the node refused
 * the call.
 */
async function readTokenTypes(
  { connection }: SyncContext,
  contracts: readonly string[],
): Promise<readonly (TokenType | null | typeof REFUSED)[]> {
  const calls = contracts.map((to) =>
    [
      supports(ERC165),
      supports(INVALID_INTERFACE),
      supports(ERC721),
      supports(ERC1155),
      DECIMALS,
      TOTAL_SUPPLY,
      `${BALANCE_OF}${numberWord(to)}`,
    ].map((data) => ({ to, data })),
  )
  const answers = await callContracts(connection, calls.flat(), { priority: 'visible' })
  return calls.map((each, index) => {
    const own = answers.slice(index * each.length, (index + 1) * each.length)
    if (own.includes(REFUSED)) return REFUSED
    const [erc165, invalid, erc721, erc1155, ...amounts] = own.map(orNull)
    const hasInterfaces = isTrue(erc165) && !isTrue(invalid)
    if (hasInterfaces && isTrue(erc1155)) return 'ERC-1155'
    if (hasInterfaces && isTrue(erc721)) return 'ERC-721'
    return amounts.every((answer) => answer?.length === 32) ? 'ERC-20' : null
  })
}

/** Tokens that one look asks for the balance of an address; the most used first. */
const MAX_TOKENS = 100

/** Writes to the index what these addresses hold of its tokens, where no transfer of theirs is in it. */
export async function fetchEarlierHoldings(context: SyncContext, hashes: readonly string[]) {
  const { store } = context
  const holders = store.write(() => hashes.map((hash) => store.addresses.idOf(hash)))
  const keys = holders.flatMap((holder) =>
    store.database
      .all<{ token: number; type: TokenType }>(
        ({ bytes }) => `SELECT address AS token, type FROM token t WHERE type <> 'ERC-1155'
           AND NOT EXISTS (SELECT 1 FROM balance b WHERE b.token = t.address AND b.token_id = ${bytes('')} AND b.holder = ?)
         ORDER BY transfers DESC LIMIT ?`,
        holder,
        MAX_TOKENS,
      )
      .map(({ token, type }) => ({ token, holder, type, tokenId: null })),
  )
  const head = store.head()
  if (!head || keys.length === 0) return
  const values = await fetchTokenBalances(context, keys, head)
  if (!isStill(store, head)) return
  store.write(() => {
    keys.forEach(({ token, holder, type }, index) => {
      const value = values[index] ?? 0n
      if (value === REFUSED) return
      if (value > 0n) store.balances.correct(token, holder, NO_ID, type, value, head.number)
    })
    store.tokens.flush()
  })
}

const NO_ID = new Uint8Array()

/** Writes to the index which of these NFTs exist, and whose they are. */
export async function fetchEarlierNfts({ connection, store }: SyncContext, nfts: readonly NftKey[]) {
  const head = store.head()
  const owned = nfts.filter(({ token }) => store.tokens.typeOf(token) !== 'ERC-1155')
  if (!head || owned.length === 0) return
  const calls = owned.map(({ token, tokenId }) => ({
    to: store.addresses.hashOf(token),
    data: `${OWNER_OF}${numberWord(decodeAmount(tokenId))}`,
  }))
  const answers = await readAtBlock(
    connection,
    head,
    (block) => callContracts(connection, calls, { block, priority: 'visible' }),
    'visible',
  )
  if (!answers || !isStill(store, head)) return
  store.write(() => {
    owned.forEach(({ token, tokenId }, index) => {
      const answer = orNull(answers[index])
      const type = store.tokens.typeOf(token)
      if (type === null || answer?.length !== 32 || readWord(answer) >> 160n !== 0n) return
      const owner = addressOfWord(toHex(answer))
      if (owner === ZERO_ADDRESS) return
      store.tokens.addEarlierNft(token, tokenId)
      store.balances.correct(token, store.addresses.idOf(owner), tokenId, type, 1n, head.number)
    })
    store.tokens.flush()
  })
}

/** If the chain has moved meanwhile, what was read is not of the index's head. */
const isStill = (store: IndexStore, head: { readonly number: number; readonly hash: string }) =>
  store.database.isOpen && store.head()?.hash === head.hash
