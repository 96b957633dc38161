import type { AbiBook } from '../../decode/abi-registry.ts'
import { behindCode, IMPLEMENTATION_SLOT } from '../../decode/proxies.ts'
import type { Session } from '../sync-context.ts'
import { NodeRefusal } from '../../node/node-failure.ts'
import { bytesOf } from '../../store/amounts.ts'

/**
 * Reads the code of these contracts, so that it can be told which of a person's own contracts they are, and what is behind
 * those that hand their calls on.
 */
export async function learnNames(session: Session, abis: AbiBook, contracts: readonly number[]) {
  const addresses = contracts.map((id) => session.store.addresses.hashOf(id))
  await see(session, abis, addresses)
  const behind = addresses.flatMap((address) => abis.behind(address)?.address ?? [])
  await see(
    session,
    abis,
    [...new Set(behind)].filter((address) => !abis.hasSeen(address)),
  )
}

async function see({ connection }: Session, abis: AbiBook, addresses: readonly string[]) {
  if (addresses.length === 0) return
  const answers = await connection.many(
    addresses.flatMap((address) => [
      { method: 'eth_getCode', params: [address, 'latest'] },
      { method: 'eth_getStorageAt', params: [address, IMPLEMENTATION_SLOT, 'latest'] },
    ]),
    { urgent: true },
  )
  addresses.forEach((address, index) => {
    const [code, slot] = answers.slice(2 * index, 2 * index + 2)
    if (!code || code instanceof NodeRefusal || typeof code.result !== 'string') return
    const bytes = bytesOf(code.result)
    abis.see(address, bytes, behindCode(bytes, slot instanceof NodeRefusal ? null : slot?.result))
  })
}
