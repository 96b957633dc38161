/** Build artifacts of a person's own contracts: Foundry's or Hardhat's JSON files, or bare ABI files. */
import type { Abi } from 'viem'

export interface Artifact {
  readonly name: string
  readonly abi: Abi
  /** Code as it is on the chain, with zeros where the deployment fills in values; null in a bare ABI. */
  readonly runtime: Uint8Array | null
  /** As solc writes it; null where the build does not. */
  readonly storageLayout: unknown
}

interface RawArtifact {
  contractName?: unknown
  abi?: unknown
  deployedBytecode?: unknown
  storageLayout?: unknown
}

/** Null where the file is no artifact. */
export function parseArtifact(text: string, file: string): Artifact | null {
  try {
    const json: unknown = JSON.parse(text)
    const base = /([^/\\]+)\.json$/.exec(file)?.[1] ?? file
    if (Array.isArray(json))
      return isAbi(json) ? { name: base, abi: json, runtime: null, storageLayout: null } : null
    const raw = json as RawArtifact | null
    if (!Array.isArray(raw?.abi) || !isAbi(raw.abi)) return null
    const code = raw.deployedBytecode as string | { object?: unknown } | undefined
    return {
      name: typeof raw.contractName === 'string' ? raw.contractName : base,
      abi: raw.abi,
      runtime: parseCode(typeof code === 'object' ? code.object : code),
      storageLayout: raw.storageLayout ?? null,
    }
  } catch {
    return null
  }
}

const isAbi = (items: readonly unknown[]): items is Abi =>
  items.length > 0 && items.every((item) => typeof (item as { type?: unknown } | null)?.type === 'string')

/** Libraries that are not linked yet are written as `__$...$__`: they become zeros, like all values filled in later. */
function parseCode(code: unknown): Uint8Array | null {
  if (typeof code !== 'string') return null
  const hex = code.replace(/^0x/, '').replace(/__.{36}__/g, '0'.repeat(40))
  return hex.length > 0 && /^(?:[0-9a-fA-F]{2})+$/.test(hex) ? Buffer.from(hex, 'hex') : null
}

/** Whether code on the chain is an artifact's: equal except for the metadata at its end and the values filled in. */
export function isCodeOf(artifact: Artifact, code: Uint8Array): boolean {
  if (!artifact.runtime) return false
  const [expected, actual] = [withoutMetadata(artifact.runtime), withoutMetadata(code)]
  if (expected.length !== actual.length || expected.length === 0) return false
  for (let at = 0; at < expected.length; at++) {
    if (expected[at] === actual[at]) continue
    const gap = endOfZeros(expected, at)
    if (gap === null) return false
    at = gap - 1
  }
  return true
}

const MIN_GAP = 20

/** End of the run of zeros at an index, which a deployment may fill with a value; null where there is no such run. */
function endOfZeros(bytes: Uint8Array, at: number): number | null {
  if (bytes[at] !== 0) return null
  let start = at
  let end = at
  while (start > 0 && bytes[start - 1] === 0) start--
  while (end < bytes.length && bytes[end] === 0) end++
  return end - start >= MIN_GAP ? end : null
}

/** The compiler ends code with CBOR metadata (for example a hash of the sources) and its length in two bytes. */
function withoutMetadata(code: Uint8Array): Uint8Array {
  if (code.length < 4) return code
  const length = ((code[code.length - 2] ?? 0) << 8) + (code[code.length - 1] ?? 0)
  const start = code.length - 2 - length
  // In CBOR, a map of one to four entries begins so.
  const first = code[start] ?? 0
  return start > 0 && first >= 0xa1 && first <= 0xa4 ? code.subarray(0, start) : code
}
