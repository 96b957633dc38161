/** Writes src/core/abi/signatures.bin and the list of its sources, docs/signatures.md, from the packages of sources.ts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  canonicalSignature,
  parseSignature,
  parseSignatures,
  selectorOf,
  wholeSignature,
  type AbiItem,
} from '../../src/shared/abi/abi-item.ts'
import type { AbiParameter } from '../../src/shared/abi/abi-type.ts'
import { COMMON } from '../../src/service/indexer/decode/known-signatures.ts'
import { fetchPackage } from '../fetch-package.ts'
import { readPackage } from './read-package.ts'
import { SOURCES, takenFrom } from './sources.ts'
import { WIDELY_USED } from './widespread.ts'
import { writePack, type PackRecord } from './write-pack.ts'

const ROOT = join(import.meta.dirname, '..', '..')

interface Source {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly taken: 'all' | 'types'
  /** Signatures that no source before it has. */
  added: number
}

/** Signatures that many contracts share, written down here: the indexer knows contracts without an ABI by them. */
const WIDESPREAD = `${COMMON}${WIDELY_USED}`

class Collection {
  readonly sources: Source[] = []
  readonly #found = new Map<string, { record: PackRecord; isNamed: boolean }>()

  get records(): readonly PackRecord[] {
    return [...this.#found.values()].map(({ record }) => record)
  }

  add(source: Source, items: Iterable<AbiItem>) {
    const place = this.sources.push(source) - 1
    for (const item of items) this.#addItem(source, place, source.taken === 'all' ? item : withoutNames(item))
    console.log(`${source.name}@${source.version}: ${String(source.added)}`)
  }

  #addItem(source: Source, place: number, item: AbiItem) {
    if (item.kind === 'constructor') return
    const topics = item.inputs.map(({ isIndexed }) => (isIndexed ? 'i' : '-')).join('')
    const key = `${item.kind} ${canonicalSignature(item)} ${item.kind === 'event' ? topics : ''}`
    const known = this.#found.get(key)
    const isNamed = item.inputs.every(hasName)
    if (known && (known.isNamed || !isNamed)) return
    if (!known) source.added += 1
    const selector = Number.parseInt(selectorOf(item).slice(2, 10), 16)
    this.#found.set(key, {
      isNamed,
      record: { kind: item.kind, key: selector, signature: signatureOf(item), source: place },
    })
  }
}

function collect(): Collection {
  const collection = new Collection()
  for (const spec of SOURCES) {
    const folder = fetchPackage(spec)
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string
      version: string
      license?: string
    }
    const taken = takenFrom(license)
    if (taken === 'nothing') throw new Error(`${spec} has no licence that lets it be used.`)
    collection.add({ name, version, licence: license ?? '', taken, added: 0 }, readPackage(folder))
  }
  const own: Source = { name: 'chainglass', version: '', licence: 'MIT', taken: 'all', added: 0 }
  collection.add(own, parseSignatures(WIDESPREAD))
  return collection
}

/** Names that a compiler or a decompiler makes up say nothing. */
const hasName = ({ name }: AbiParameter) => name !== null && !/^_?(arg|param|p|var)?_?\d*$/.test(name)

const withoutNames = (item: AbiItem): AbiItem => ({
  ...item,
  inputs: item.inputs.map(withoutName),
  outputs: item.outputs?.map(withoutName) ?? null,
})

/** Read once more from its types, so that the fields of tuples have no names either. */
function withoutName({ type, isIndexed }: AbiParameter): AbiParameter {
  const plain = parseSignature(`f(${type.canonical})`)?.inputs[0]
  if (!plain) throw new Error(`${type.canonical} can't be read again.`)
  return { ...plain, isIndexed }
}

/** The pack knows the kind of each by its place, and does not tell that nothing is returned. */
const signatureOf = (item: AbiItem) =>
  wholeSignature(item)
    .slice(item.kind.length + 1)
    .replace(/ returns \(\)$/, '')

const { sources, records } = collect()
const pack = writePack(
  records,
  sources.map(({ name }) => name),
)
writeFileSync(join(ROOT, 'src', 'core', 'abi', 'signatures.bin'), pack)
writeFileSync(join(ROOT, 'docs', 'signatures.md'), describeSources(sources, records.length))
console.log(`${String(records.length)} signatures, ${String(pack.length)} bytes`)

function describeSources(all: readonly Source[], count: number): string {
  return `# Sources of the signature pack

\`src/core/abi/signatures.bin\` holds ${String(count)} signatures of functions, events and errors from the ABIs in the
packages below. \`npm run signatures\` writes it and this list. No code of a package is in it. From packages whose licence
is not a free one in the sense of [0008](decisions/0008-the-signature-pack.md), only names and types are taken ("types").

| Package | Version | Licence | Taken | New |
| --- | --- | --- | --- | --- |
${all
  .map(
    ({ name, version, licence, taken, added }) =>
      `| ${name} | ${version} | ${licence} | ${taken === 'all' ? 'ABI' : 'types'} | ${String(added)} |`,
  )
  .join('\n')}
`
}
