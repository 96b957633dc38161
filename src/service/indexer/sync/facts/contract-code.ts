import type { Priority } from '#shared/priority.ts'
import type { AbiRegistry } from '../../decode/abi-registry.ts'
import {
  BEACON_SLOT,
  beaconTarget,
  COMPTROLLER_IMPLEMENTATION,
  detectProxy,
  diamondTarget,
  FACET_ADDRESSES,
  DELEGATE_SLOTS,
  canDelegateCalls,
  IMPLEMENTATION,
  IMPLEMENTATION_SLOT,
  readAddress,
  saidTarget,
  slotTarget,
  type ProxyTarget,
} from '../../decode/proxies.ts'
import { hexToBytes } from '../../model/hex.ts'
import { callContracts, orNull, type ContractCall } from '#platform/json-rpc/contract-calls.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeRefusal, REFUSED } from '#platform/json-rpc/node-failure.ts'
import type { Call } from '#platform/json-rpc/rpc-transport.ts'
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
  const others = contracts.filter(({ target, code }) => target === null && code.length > 0)
  const found = await findOthers(context, others, priority)
  for (const { address, code, target } of contracts) {
    const other = found.get(address) ?? null
    // The contract stays unidentified, so the next page asks for it again.
    if (other === REFUSED) continue
    abis.identify(address, code, target ?? other)
  }
  keepNames(context, abis, addresses)
}

/** By address where each hands calls on; `REFUSED` where the node did not say. */
async function findOthers(
  { connection }: SyncContext,
  contracts: readonly ReadContract[],
  priority: Priority,
): Promise<ReadonlyMap<string, ProxyTarget | null | typeof REFUSED>> {
  const found = new Map<string, ProxyTarget | null | typeof REFUSED>()
  const handing = contracts.filter(({ beacon, code }) => beacon === null && canDelegateCalls(code))
  const slots = await readMany(
    connection,
    handing.map(({ address }) =>
      DELEGATE_SLOTS.map((slot) => ({ method: 'eth_getStorageAt', params: [address, slot, 'latest'] })),
    ),
    priority,
  )
  const inSlots = handing.map(({ code }, index) => slotTarget(code, slots[index] ?? []))
  const codes = await readMany(
    connection,
    inSlots.map((each) =>
      each?.isMasterCopy === true
        ? [{ method: 'eth_getCode', params: [each.target.addresses[0], 'latest'] }]
        : [],
    ),
    priority,
  )
  handing.forEach(({ address }, index) => {
    const each = inSlots[index]
    const [code] = codes[index] ?? []
    if (slots[index] === null || codes[index] === null) found.set(address, REFUSED)
    else if (each && (!each.isMasterCopy || (typeof code === 'string' && code.length > 2)))
      found.set(address, each.target)
  })
  const missing = contracts.filter(({ address }) => !found.has(address))
  const calls = missing.map((contract) => questionsTo(contract))
  const answers = await callContracts(connection, calls.flat(), { priority })
  let at = 0
  missing.forEach(({ address, beacon }, index) => {
    const own = answers.slice(at, (at += calls[index]?.length ?? 0))
    found.set(address, own.includes(REFUSED) ? REFUSED : targetOf(beacon, own.map(orNull)))
  })
  return found
}

const questionsTo = ({ address, beacon, code }: ReadContract): readonly ContractCall[] =>
  beacon !== null
    ? [{ to: beacon, data: IMPLEMENTATION }]
    : [FACET_ADDRESSES, ...(canDelegateCalls(code) ? [IMPLEMENTATION, COMPTROLLER_IMPLEMENTATION] : [])].map(
        (data) => ({
          to: address,
          data,
        }),
      )

/** `answers`: to `questionsTo`. */
function targetOf(beacon: string | null, answers: readonly (Uint8Array | null)[]): ProxyTarget | null {
  const [first = null, implementation = null, comptroller = null] = answers
  if (beacon !== null) return beaconTarget(beacon, first)
  return (
    diamondTarget(first) ??
    saidTarget('basic_implementation', implementation) ??
    saidTarget('comptroller', comptroller)
  )
}

/** The node's answers to each group of calls; null for a group with a refused call. */
async function readMany(
  connection: NodeConnection,
  groups: readonly (readonly Call[])[],
  priority: Priority,
): Promise<readonly (readonly unknown[] | null)[]> {
  const calls = groups.flat()
  const responses = calls.length === 0 ? [] : await connection.many(calls, { priority })
  let at = 0
  return groups.map((group) => {
    const own = responses.slice(at, (at += group.length))
    if (own.some((response) => response instanceof NodeRefusal && response.meaning === 'refused')) return null
    return own.map((response) => (response instanceof NodeRefusal ? null : response.result))
  })
}

/** Stores the names of contracts for searches. */
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
  const read = await readMany(
    connection,
    addresses.map((address) => [
      { method: 'eth_getCode', params: [address, 'latest'] },
      { method: 'eth_getStorageAt', params: [address, IMPLEMENTATION_SLOT, 'latest'] },
      { method: 'eth_getStorageAt', params: [address, BEACON_SLOT, 'latest'] },
    ]),
    priority,
  )
  return addresses.flatMap((address, index) => {
    const [code, slot, beacon] = read[index] ?? []
    if (typeof code !== 'string') return []
    const bytes = hexToBytes(code)
    return [{ address, code: bytes, target: detectProxy(bytes, slot), beacon: readAddress(beacon) }]
  })
}
