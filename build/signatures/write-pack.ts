/** Writes the signature pack; src/core/abi/signature-pack.ts says how it is laid out, and reads it. */
import { deflateRawSync } from 'node:zlib'
import { BLOCK_RECORDS, KIND_ORDER, MAGIC } from '../../src/core/abi/signature-pack.ts'
import type { AbiItemKind } from '../../src/shared/abi/abi-item.ts'

export interface PackRecord {
  readonly kind: AbiItemKind
  /** The first four bytes of its hash. */
  readonly key: number
  /** `transfer(address to, uint256 value) returns (bool)` */
  readonly signature: string
  /** The index of its source in the list of sources. */
  readonly source: number
}

export function writePack(records: readonly PackRecord[], sources: readonly string[]): Buffer {
  const kinds = KIND_ORDER.map((kind) =>
    records
      .filter((record) => record.kind === kind)
      .sort(
        (one, other) =>
          one.key - other.key || one.source - other.source || (one.signature < other.signature ? -1 : 1),
      ),
  )
  const blocks = kinds.flatMap((kind) =>
    Array.from({ length: Math.ceil(kind.length / BLOCK_RECORDS) }, (_, at) =>
      deflateRawSync(
        kind
          .slice(at * BLOCK_RECORDS, (at + 1) * BLOCK_RECORDS)
          .map(({ signature, source }) => `${signature}\t${String(source)}`)
          .join('\n'),
        { level: 9 },
      ),
    ),
  )
  const names = deflateRawSync(JSON.stringify(sources), { level: 9 })
  const keys = kinds.flat().map(({ key }) => key)
  let offset = 0
  const offsets = [0, ...blocks.map((block) => (offset += block.length))]
  return Buffer.concat([
    Buffer.from(MAGIC, 'latin1'),
    words([...kinds.map(({ length }) => length), names.length]),
    words(keys),
    words(offsets),
    names,
    ...blocks,
  ])
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4))
  return bytes
}
