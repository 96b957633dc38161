/** The code of the sample chain's contracts: the ABI of a verified one consists of its calls and events. */
import { parseAbi } from 'viem'
import type { WireItem } from '../../chain-reader.ts'
import { ADDRESSES, ROLE, type AddressKey, type Role } from '../config/addresses.ts'
import type { Participant } from '../chain/chain-model.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import { itemAt } from '../lib/arrays.ts'
import { addressItem } from './address-items.ts'

/** Null if the participant is no contract. */
export function contractItem(snapshot: Snapshot, participant: Participant): WireItem | null {
  const {
    hash,
    name,
    is_contract: isContract,
    is_verified: isVerified,
    implementations,
    proxy_type: type,
  } = addressItem(snapshot, participant)
  if (isContract !== true) return null
  const role = participant.kind === 'fixed' ? participant.role : undefined
  return {
    name: isVerified === true ? name : null,
    abi: isVerified === true && role !== undefined ? abiOf(snapshot, role) : null,
    is_verified: isVerified === true,
    is_partially_verified: false,
    proxy_type: type,
    implementations,
    language: isVerified === true ? 'solidity' : null,
    compiler_version: isVerified === true ? 'v0.8.28+commit.7893614a' : null,
    deployed_bytecode: null,
    address_hash: hash,
  }
}

/** The ABI of a proxy has only its upgrades: its calls are its implementation's, if that is verified. */
const PROXY_ABI = ['event Upgraded(address indexed implementation)']

function abiOf(snapshot: Snapshot, role: Role) {
  return snapshot.caches.items.getOrMake(`abi ${String(role)}`, () => {
    const isProxy = itemAt(ADDRESSES, role).proxy?.implementations.some(
      (key) => itemAt(ADDRESSES, ROLE[key as AddressKey]).verified === true,
    )
    const signatures = isProxy ? PROXY_ABI : signaturesOf(snapshot, new Set([role, ...proxiesOf(role)]))
    return { abi: signatures.length === 0 ? [] : parseAbi<readonly string[]>(signatures) }
  }).abi
}

/** The roles of proxies with this implementation. */
function proxiesOf(role: Role): readonly Role[] {
  const [key] = Object.entries(ROLE).find(([, other]) => other === role) ?? []
  return ADDRESSES.flatMap(({ proxy }, at) =>
    proxy?.implementations.includes(key as AddressKey) ? [at] : [],
  )
}

function signaturesOf({ model }: Snapshot, roles: ReadonlySet<Role>): string[] {
  const has = (role: Role | null) => role !== null && roles.has(role)
  const signatures = [model.bootstrap, ...model.templates].flatMap(({ transactions, internals, logs }) => [
    ...transactions.flatMap(({ to, call, failure }) => [
      ...(has(to) && call?.decoded ? [`function ${call.signature}`] : []),
      ...(has(to) && failure?.reason.form === 'decoded' ? [`error ${failure.reason.signature}`] : []),
    ]),
    ...internals.flatMap(({ to, call }) => (has(to) && call ? [`function ${call.signature}`] : [])),
    ...logs.flatMap(({ emitter, event }) => (has(emitter) && event !== null ? [`event ${event}`] : [])),
  ])
  return [...new Set(signatures)].filter((signature) => !signature.startsWith('error Error('))
}
