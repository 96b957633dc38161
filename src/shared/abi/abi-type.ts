/** Parses the types of an ABI. The text is untrusted. */

export interface AbiParameter {
  /** A Solidity identifier, so it is safe to show; null if the ABI gives none. */
  readonly name: string | null
  readonly type: AbiType
  readonly isIndexed: boolean
}

export type AbiType = {
  /** The type as in the hashed signature, for example `(address,bytes)[]`. */
  readonly canonical: string
  /** The type with names, for example `(address target, bytes callData)[]`. */
  readonly text: string
  /** Number of bytes in the head of the encoding; 32 for a dynamic type. */
  readonly headSize: number
  readonly isDynamic: boolean
} & (
  | { readonly kind: 'uint' | 'int'; readonly bits: number }
  | { readonly kind: 'address' | 'bool' | 'string' | 'bytes' }
  | { readonly kind: 'fixedBytes'; readonly size: number }
  | { readonly kind: 'array'; readonly item: AbiType; readonly length: number | null }
  | { readonly kind: 'tuple'; readonly fields: readonly AbiParameter[] }
)

/** Whether a text is a valid Solidity identifier. */
export const isIdentifier = (text: string) => text.length <= 120 && /^[A-Za-z_$][\w$]*$/.test(text)

/** Maximum nesting of tuples and arrays in one type; real ones have up to 5. */
export const MAX_TYPE_DEPTH = 16
/** A static type can't be longer than the input of a transaction. */
const MAX_HEAD_BYTES = 1024 * 1024
const WORD = 32

/**
 * Parses a type. `base`: an elementary type or the fields of a tuple; `suffix`: its brackets, such as `[2][]`.
 * Returns null for an invalid type.
 */
export function parseType(base: string | readonly AbiParameter[], suffix: string): AbiType | null {
  let type = typeof base === 'string' ? parseElementary(base) : tupleOf(base)
  if (!/^(\[\d{0,7}\])*$/.test(suffix)) return null
  let depth = 0
  for (const [, length = ''] of suffix.matchAll(/\[(\d*)\]/g)) {
    depth += 1
    if (type === null || depth > MAX_TYPE_DEPTH) return null
    type = arrayOf(type, length === '' ? null : Number(length))
  }
  return type
}

const elementary = new Map<string, AbiType | null>()

function parseElementary(name: string): AbiType | null {
  // Cache of elementary types. Its size is bounded: fewer than 110 types are valid, and a name has at most 20
  // letters.
  const known = elementary.get(name)
  if (known !== undefined) return known
  const type = readElementary(name)
  if (type !== null) elementary.set(name, type)
  return type
}

function readElementary(name: string): AbiType | null {
  const fixed = { headSize: WORD, isDynamic: false }
  const named = (canonical: string) => ({ canonical, text: canonical })
  if (name === 'address' || name === 'bool') return { kind: name, ...named(name), ...fixed }
  if (name === 'string' || name === 'bytes')
    return { kind: name, ...named(name), headSize: WORD, isDynamic: true }
  if (name === 'function') return { kind: 'fixedBytes', size: 24, ...named(name), ...fixed }
  if (name === 'byte') return { kind: 'fixedBytes', size: 1, ...named('bytes1'), ...fixed }
  const [, sign, digits] = /^(u?int)(\d{0,3})$/.exec(name) ?? []
  if (sign !== undefined) {
    const bits = digits === '' ? 256 : Number(digits)
    const kind = sign === 'uint' ? 'uint' : 'int'
    return bits >= 8 && bits <= 256 && bits % 8 === 0
      ? { kind, bits, ...named(`${kind}${String(bits)}`), ...fixed }
      : null
  }
  const size = Number(/^bytes([1-9]\d?)$/.exec(name)?.[1] ?? 0)
  return size > 0 && size <= WORD
    ? { kind: 'fixedBytes', size, ...named(`bytes${String(size)}`), ...fixed }
    : null
}

function arrayOf(item: AbiType, length: number | null): AbiType | null {
  const brackets = length === null ? '[]' : `[${String(length)}]`
  const isDynamic = length === null || item.isDynamic
  const headSize = isDynamic ? WORD : item.headSize * length
  // Solidity has no arrays of length 0. Elements without size would allow any number of them in no data.
  if (length === 0 || headSize > MAX_HEAD_BYTES) return null
  return {
    kind: 'array',
    item,
    length,
    canonical: item.canonical + brackets,
    text: item.text + brackets,
    isDynamic,
    headSize,
  }
}

function tupleOf(fields: readonly AbiParameter[]): AbiType | null {
  if (fields.length === 0) return null
  const isDynamic = fields.some(({ type }) => type.isDynamic)
  const headSize = isDynamic ? WORD : fields.reduce((sum, { type }) => sum + type.headSize, 0)
  if (headSize > MAX_HEAD_BYTES) return null
  return {
    kind: 'tuple',
    fields,
    canonical: `(${fields.map(({ type }) => type.canonical).join(',')})`,
    text: `(${fields.map(formatParameter).join(', ')})`,
    isDynamic,
    headSize,
  }
}

/** A parameter as text, for example `address indexed from`. */
export const formatParameter = ({ name, type, isIndexed }: AbiParameter): string =>
  `${type.text}${isIndexed ? ' indexed' : ''}${name === null ? '' : ` ${name}`}`
