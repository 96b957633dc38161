import type { AbiBook } from '../decode/abi-book.ts'
import type { Session } from '../follow/session.ts'
import { NodeRefusal } from '../node/node-failure.ts'
import { bytesOf } from '../store/amounts.ts'

/** Reads the code of these contracts, so that it can be told which of a person's own contracts they are. */
export async function learnNames(
  { connection, store }: Session,
  abis: AbiBook,
  contracts: readonly number[],
) {
  const addresses = contracts.map((id) => store.addresses.hashOf(id))
  const answers = await connection.many(
    addresses.map((address) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
    { urgent: true },
  )
  addresses.forEach((address, index) => {
    const answer = answers[index]
    if (!answer || answer instanceof NodeRefusal || typeof answer.result !== 'string') return
    abis.see(address, bytesOf(answer.result))
  })
}
