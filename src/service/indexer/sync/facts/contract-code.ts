import type { AbiRegistry } from '../../decode/abi-registry.ts'
import { detectProxy, IMPLEMENTATION_SLOT } from '../../decode/proxies.ts'
import { hexToBytes } from '../../model/hex.ts'
import { NodeRefusal } from '../../node/node-failure.ts'
import type { SyncContext } from '../sync-context.ts'

/** Reads the code of these contracts and of their proxy targets, so that `abis` can find their artifacts. */
export async function identifyContracts(
  context: SyncContext,
  abis: AbiRegistry,
  contracts: readonly number[],
) {
  const addresses = contracts.map((id) => context.store.addresses.hashOf(id))
  await identify(context, abis, addresses)
  const targets = addresses.flatMap((address) => abis.proxyTarget(address)?.address ?? [])
  await identify(
    context,
    abis,
    [...new Set(targets)].filter((address) => !abis.isIdentified(address)),
  )
}

async function identify({ connection }: SyncContext, abis: AbiRegistry, addresses: readonly string[]) {
  if (addresses.length === 0) return
  const responses = await connection.many(
    addresses.flatMap((address) => [
      { method: 'eth_getCode', params: [address, 'latest'] },
      { method: 'eth_getStorageAt', params: [address, IMPLEMENTATION_SLOT, 'latest'] },
    ]),
    { priority: 'visible' },
  )
  addresses.forEach((address, index) => {
    const [code, slot] = responses.slice(2 * index, 2 * index + 2)
    if (!code || code instanceof NodeRefusal || typeof code.result !== 'string') return
    const bytes = hexToBytes(code.result)
    abis.identify(address, bytes, detectProxy(bytes, slot instanceof NodeRefusal ? null : slot?.result))
  })
}
