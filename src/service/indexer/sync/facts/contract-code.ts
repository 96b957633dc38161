import type { Priority } from '#shared/priority.ts'
import type { AbiRegistry } from '../../decode/abi-registry.ts'
import {
  BEACON_IMPLEMENTATION,
  BEACON_SLOT,
  beaconTarget,
  detectProxy,
  diamondTarget,
  FACET_ADDRESSES,
  IMPLEMENTATION_SLOT,
  readAddress,
} from '../../decode/proxies.ts'
import type { ProxyTarget } from '../../decode/proxies.ts'
import { hexToBytes } from '../../model/hex.ts'
import { callContracts } from '../../node/contract-calls.ts'
import type { CallAnswer } from '../../node/contract-calls.ts'
import { NodeRefusal, REFUSED } from '../../node/node-failure.ts'
import type { SyncContext } from '../sync-context.ts'

/** Reads the code of these contracts and of their proxy targets, so that `abis` can find their artifacts. */
export async function identifyContracts(
  context: SyncContext,
  abis: AbiRegistry,
  contracts: readonly number[],
) {
  const addresses = contracts.map((id) => context.store.addresses.hashOf(id))
  await identify(context, abis, addresses)
  const targets = addresses.flatMap((address) => abis.proxyTarget(address)?.addresses ?? [])
  await identify(
    context,
    abis,
    [...new Set(targets)].filter((address) => !abis.isIdentified(address)),
  )
}

interface ReadContract {
  readonly address: string
  readonly code: Uint8Array
  readonly target: ProxyTarget | null
  readonly beacon: string | null
}

async function identify(
  context: SyncContext,
  abis: AbiRegistry,
  addresses: readonly string[],
  priority: Priority = 'visible',
) {
  if (addresses.length === 0) return
  const contracts = await readContracts(context, addresses, priority)
  // Only a contract that is no other kind of proxy is asked whether it is one of these.
  const asked = contracts.filter(({ target, code }) => target === null && code.length > 0)
  const answers = await callContracts(
    context.connection,
    asked.map(({ address, beacon }) =>
      beacon === null ? { to: address, data: FACET_ADDRESSES } : { to: beacon, data: BEACON_IMPLEMENTATION },
    ),
    { priority },
  )
  const said = new Map<string, CallAnswer>(
    asked.map(({ address }, index) => [address, answers[index] ?? null]),
  )
  for (const { address, code, target, beacon } of contracts) {
    const answer = said.get(address) ?? null
    // Not identified, it is asked for again by the next page.
    if (answer === REFUSED) continue
    abis.identify(
      address,
      code,
      target ?? (beacon === null ? diamondTarget(answer) : beaconTarget(beacon, answer)),
    )
  }
  keepNames(context, abis, addresses)
}

/** So that contracts are found by their names. */
function keepNames({ store }: SyncContext, abis: AbiRegistry, addresses: readonly string[]) {
  if (!store.database.isOpen) return
  const changed = addresses.flatMap((address) => {
    const id = store.addresses.find(address)
    const name = abis.nameOf(address)?.name ?? null
    return id !== null && store.names.ofContract(id) !== name ? [{ id, name }] : []
  })
  if (changed.length === 0) return
  store.write(() => {
    for (const { id, name } of changed) store.names.setContract(id, name)
  })
}

/** More contracts than these, the newest ones, are only read when a page shows them. */
const MAX_NAMED = 2_000
const BATCH_SIZE = 50

/** Background step: contracts that may be of the project, so that a search finds them before a page has shown them. */
export async function nameNextContracts(context: SyncContext, abis: AbiRegistry): Promise<boolean> {
  if (!abis.hasArtifacts) return false
  const { database, addresses } = context.store
  const unread = database
    .all<{ address: number }>('SELECT address FROM contract ORDER BY tx DESC LIMIT ?', MAX_NAMED)
    .map(({ address }) => addresses.hashOf(address))
    .filter((address) => !abis.isIdentified(address))
    .slice(0, BATCH_SIZE)
  await identify(context, abis, unread, 'background')
  // Where the node refused all of them, they wait for the next block.
  return unread.some((address) => abis.isIdentified(address))
}

/** Code and slots. A contract of which the node refuses any is left out. */
async function readContracts(
  { connection }: SyncContext,
  addresses: readonly string[],
  priority: Priority,
): Promise<readonly ReadContract[]> {
  const responses = await connection.many(
    addresses.flatMap((address) => [
      { method: 'eth_getCode', params: [address, 'latest'] },
      { method: 'eth_getStorageAt', params: [address, IMPLEMENTATION_SLOT, 'latest'] },
      { method: 'eth_getStorageAt', params: [address, BEACON_SLOT, 'latest'] },
    ]),
    { priority },
  )
  return addresses.flatMap((address, index) => {
    const own = responses.slice(3 * index, 3 * index + 3)
    if (own.some((response) => response instanceof NodeRefusal && response.meaning === 'refused')) return []
    const [code, slot, beacon] = own.map((response) =>
      response instanceof NodeRefusal ? null : response.result,
    )
    if (typeof code !== 'string') return []
    const bytes = hexToBytes(code)
    return [{ address, code: bytes, target: detectProxy(bytes, slot), beacon: readAddress(beacon) }]
  })
}
