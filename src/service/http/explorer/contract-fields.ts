/** A contract with every member that explorers' frontends read: their contract page fails without code or source. */
import { readableSignature, readAbiItem, wholeSignature } from '#shared/abi/abi-item.ts'
import { Unavailable, type WireItem } from '../../chain-reader.ts'

const UNKNOWN: WireItem = Object.fromEntries(
  [
    ...['abi', 'compiler_settings', 'compiler_version', 'constructor_args', 'creation_bytecode'],
    ...['decoded_constructor_args', 'evm_version', 'file_path', 'github_repository_metadata', 'language'],
    ...['market_cap', 'name', 'optimization_enabled', 'optimization_runs', 'package_name', 'proxy_type'],
    ...['source_code', 'sourcify_repo_url', 'verification_metadata', 'verified_at'],
    'verified_twin_address_hash',
  ].map((name) => [name, null]),
)

/** `hasCode`: the chain's contracts have code. Throws Unavailable where it could not be asked for. */
export function contractInFull(item: WireItem, hasCode: boolean): WireItem {
  const isVerified = item.is_verified === true
  const isOnlyInterface = isVerified && item.source_code == null
  const code = item.deployed_bytecode ?? codeOf(item)
  if (code === null && hasCode)
    throw new Unavailable('The code of this contract can’t be read now: the node does not give it.')
  return {
    ...UNKNOWN,
    additional_sources: [],
    can_be_visualized_via_sol2uml: false,
    certified: false,
    conflicting_implementations: null,
    creation_status: 'success',
    external_libraries: [],
    has_constructor_args: item.constructor_args != null,
    is_blueprint: false,
    is_changed_bytecode: false,
    is_verified_via_eth_bytecode_db: false,
    is_verified_via_sourcify: false,
    is_verified_via_verifier_alliance: false,
    license_type: 'none',
    reputation: 'ok',
    ...item,
    deployed_bytecode: code ?? '0x',
    is_fully_verified: isVerified && !isOnlyInterface && item.is_partially_verified !== true,
    is_partially_verified: isOnlyInterface || item.is_partially_verified === true,
    ...(isOnlyInterface && sourceOf(item)),
  }
}

/** The code of a contract. For a delegation and a clone it is computed from the address that they lead to. */
function codeOf({ proxy_type: type, implementations }: WireItem): string | null {
  const [first] = (Array.isArray(implementations) ? implementations : []) as readonly {
    readonly address_hash?: string
  }[]
  const target = first?.address_hash?.slice(2).toLowerCase()
  if (target === undefined) return null
  if (type === 'eip7702') return `0xef0100${target}`
  if (type === 'eip1167') return `0x363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3`
  return null
}

/** The interface, where only the ABI is kept. */
function sourceOf({ abi, name }: WireItem): WireItem {
  const lines = (Array.isArray(abi) ? (abi as readonly unknown[]) : []).flatMap((json) => {
    const item = readAbiItem(json)
    if (item === null || item.kind === 'constructor') return []
    const readable = readableSignature(item)
    const whole = wholeSignature(item)
    return [`  ${item.kind === 'function' ? whole.replace(readable, () => `${readable} external`) : whole};`]
  })
  const called = typeof name === 'string' && /^[A-Za-z_]\w{0,63}$/.test(name) ? name : 'Contract'
  return {
    source_code: [
      '// Only the interface: the source itself is not kept here.',
      `interface ${called} {`,
      ...lines,
      '}',
      '',
    ].join('\n'),
    file_path: `${called}.sol`,
  }
}
