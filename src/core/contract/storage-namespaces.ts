/**
 * Reads the namespaces of ERC-7201 in verified files: a struct with `@custom:storage-location erc7201:…` is at the slot that
 * the name gives. The compiler writes no layout of it, so sizes and places of its members are computed here. Files are anybody's
 * word: they are bounded, and a struct with a member of unknown size is one word.
 */
import { keccak256, stringToHex } from 'viem/utils'
import type { ContractFile } from '#shared/rpc/contract/contracts.ts'
import { readLayout, wordOf, type StorageLayout } from './storage-layout.ts'

/** Characters of all files. */
const MAX_LENGTH = 2 * 1024 * 1024
const MAX_DEFINITIONS = 2_000
const MAX_NAMESPACES = 100
const MAX_DEPTH = 16
/** A text need not end: else every quote in it would be tried as the beginning of one. */
const NOT_CODE = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/g
const DEFINITION =
  /\b(?:struct\s+([A-Za-z_$][\w$]*)\s*\{([^{}]*)\}|(enum)\s+([A-Za-z_$][\w$]*)|(contract|interface)\s+([A-Za-z_$][\w$]*)|type\s+([A-Za-z_$][\w$]*)\s+is\s+(\w+))/g
const LOCATION = /@custom:storage-location\s+erc7201:((?:(?!\*\/)\S){1,200})(?=\s|\*\/)/
const SOLIDITY = /(?:^|\/)[^./]*$|\.sol$/i

/** `body`: of a struct. `type`: of what is one value. Null where two have the name and differ. */
type Definition = { readonly body: string } | { readonly label: string; readonly type: string }

/** As the compiler writes types, by id. */
type WrittenTypes = Record<string, WrittenType & { readonly numberOfBytes: string }>
interface WrittenType {
  readonly label: string
  readonly encoding?: string
  readonly base?: string
  readonly key?: string
  readonly value?: string
  readonly members?: readonly object[]
}

interface Read {
  readonly definitions: Map<string, Definition | null>
  readonly namespaces: (readonly [id: string, struct: string])[]
}

/** Null if there is none. */
export function readNamespaces(files: readonly ContractFile[]): StorageLayout | null {
  const read: Read = { definitions: new Map(), namespaces: [] }
  const wanted = files.filter(({ path }) => SOLIDITY.test(path))
  if (!wanted.some(({ text }) => LOCATION.test(text))) return null
  let left = MAX_LENGTH
  for (const { text } of wanted) {
    left -= text.length
    if (left >= 0) readFile(read, text)
  }
  const types: WrittenTypes = {}
  const storage = read.namespaces.map(([id, struct]) => ({
    ...{ label: struct, offset: 0, slot: slotOfNamespace(id).toString() },
    type: sizeOf(read, types, struct, 0)?.id ?? `struct ${struct}`,
  }))
  return storage.length > 0 ? readLayout({ storage, types }) : null
}

/** As ERC-7201 defines it. */
function slotOfNamespace(id: string): bigint {
  const inner = BigInt(keccak256(stringToHex(id))) - 1n
  return BigInt(keccak256(`0x${wordOf(inner)}`)) & ~0xffn
}

function readFile({ definitions, namespaces }: Read, text: string) {
  const code = text.replace(NOT_CODE, (one) => ' '.repeat(one.length))
  const add = (name: string, found: Definition) => {
    const known = definitions.get(name)
    if (known === undefined && definitions.size < MAX_DEFINITIONS) definitions.set(name, found)
    else if (known && JSON.stringify(known) !== JSON.stringify(found)) definitions.set(name, null)
  }
  for (const match of code.matchAll(DEFINITION)) {
    const [, struct, body, , enumeration, , contract, type, under] = match
    if (enumeration !== undefined) add(enumeration, { label: `enum ${enumeration}`, type: 'uint8' })
    if (contract !== undefined) add(contract, { label: `contract ${contract}`, type: 'address' })
    if (type !== undefined && under !== undefined) add(type, { label: type, type: under })
    if (struct === undefined || body === undefined) continue
    add(struct, { body: body.replace(/\s+/g, ' ') })
    let start = match.index
    while (start > 0 && /\s/.test(code[start - 1] ?? '')) start -= 1
    const [, id] = LOCATION.exec(text.slice(start, match.index)) ?? []
    const isNew = !namespaces.some(([known]) => known === id)
    if (id !== undefined && isNew && namespaces.length < MAX_NAMESPACES) namespaces.push([id, struct])
  }
}

/** `bytes`: of a whole number of words, unless it may share one. */
interface Sized {
  readonly id: string
  readonly bytes: bigint
  readonly isPacked: boolean
}

/** The type's id in `types`; undefined where its size is not known. */
function sizeOf(read: Read, types: WrittenTypes, text: string, depth: number): Sized | undefined {
  const label = text.trim()
  if (depth > MAX_DEPTH || label === '') return undefined
  return (
    arrayOf(read, types, label, depth) ??
    mappingOf(read, types, label, depth) ??
    valueOf(types, label, label) ??
    definedAs(read, types, label, depth)
  )
}

const put = (types: WrittenTypes, id: string, type: WrittenType, bytes: bigint, isPacked: boolean) => {
  types[id] = { encoding: 'inplace', numberOfBytes: bytes.toString(), ...type }
  return { id, bytes, isPacked }
}

function arrayOf(read: Read, types: WrittenTypes, label: string, depth: number): Sized | undefined {
  const [, of, length] = /^(.+?)\s*\[\s*(\d{0,20})\s*\]$/.exec(label) ?? []
  if (of === undefined || length === undefined) return undefined
  const base = sizeOf(read, types, of, depth + 1)
  if (!base) return undefined
  const shown = `${labelOf(types, base.id)}[${length}]`
  const [id, type] = [`${base.id}[${length}]`, { label: shown, base: base.id }]
  if (length === '') return put(types, id, { ...type, encoding: 'dynamic_array' }, 32n, false)
  const count = BigInt(length)
  const perWord = base.isPacked ? 32n / base.bytes : 1n
  const words = base.isPacked ? (count + perWord - 1n) / perWord : (count * base.bytes) / 32n
  return put(types, id, type, words * 32n, false)
}

function mappingOf(read: Read, types: WrittenTypes, label: string, depth: number): Sized | undefined {
  const [, keyText, rest] = /^mapping ?\( ?([^=()]+)=>(.*)\)$/.exec(label) ?? []
  if (keyText === undefined || rest === undefined) return undefined
  const [key, value] = [keyText, rest].map((text) => sizeOf(read, types, withoutName(text), depth + 1))
  if (!key || !value) return undefined
  const shown = `mapping(${labelOf(types, key.id)} => ${labelOf(types, value.id)})`
  const parts = { label: shown, encoding: 'mapping', key: key.id, value: value.id }
  return put(types, `mapping(${key.id} => ${value.id})`, parts, 32n, false)
}

/** Key and value of a mapping may have names. */
const withoutName = (text: string) =>
  /^(mapping ?\(.*\)(?: ?\[\d*\])*|address payable|[\w$.]+(?: ?\[\d*\])*)/.exec(text.trim())?.[1] ?? ''

/** A type of the language that is one value, or a text. */
function valueOf(types: WrittenTypes, text: string, label: string): Sized | undefined {
  const name = text.replace(/^address payable$/, 'address')
  if (name === 'string' || name === 'bytes')
    return put(types, name, { label: name, encoding: 'bytes' }, 32n, false)
  const [, kind, size] = /^(bool|address|u?int|bytes)(\d{0,3})$/.exec(name) ?? []
  const bytes =
    kind === 'bool' || kind === 'address'
      ? { bool: 1, address: 20 }[kind]
      : kind === 'bytes'
        ? Number(size)
        : Number(size === '' ? 256 : size) / 8
  if (kind === undefined || !Number.isInteger(bytes) || bytes < 1 || bytes > 32) return undefined
  const shown =
    label === 'int' || label === 'uint' ? `${label}256` : label === 'address payable' ? name : label
  return put(types, `t ${shown}`, { label: shown }, BigInt(bytes), true)
}

function definedAs(read: Read, types: WrittenTypes, label: string, depth: number): Sized | undefined {
  const [, name = ''] = /(?:^|\.)([A-Za-z_$][\w$]*)$/.exec(label) ?? []
  const found = read.definitions.get(name)
  if (!found) return undefined
  if ('type' in found) return valueOf(types, found.type, found.label)
  const id = `struct ${name}`
  const known = types[id]
  // A struct has itself only in arrays and mappings, which need not know its size.
  if (known) return { id, bytes: BigInt(known.numberOfBytes), isPacked: false }
  types[id] = { label: id, numberOfBytes: '32' }
  const members: object[] = []
  let at = 0n
  for (const one of found.body.split(';')) {
    if (one.trim() === '') continue
    const [, type = '', member = ''] = /^ ?(.*[^\w$.]) ?([A-Za-z_$][\w$]*) ?$/.exec(one) ?? []
    const sized = sizeOf(read, types, type, depth + 1)
    if (!sized) {
      // Many may have it as a member: its body is read once.
      read.definitions.set(name, null)
      Reflect.deleteProperty(types, id)
      return undefined
    }
    if (!sized.isPacked || (at % 32n) + sized.bytes > 32n) at = wholeWords(at)
    const place = { slot: (at / 32n).toString(), offset: Number(at % 32n) }
    members.push({ label: member, type: sized.id, ...place })
    at = sized.isPacked ? at + sized.bytes : wholeWords(at + sized.bytes)
  }
  return put(types, id, { label: id, members }, wholeWords(at), false)
}

const wholeWords = (bytes: bigint) => ((bytes + 31n) / 32n) * 32n
const labelOf = (types: WrittenTypes, id: string) => types[id]?.label ?? id
