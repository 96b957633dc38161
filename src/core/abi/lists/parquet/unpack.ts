/** Decompresses pages of Parquet. Returns exactly the declared number of bytes, or throws. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { ByteReader } from './thrift.ts'

type Unpack = (bytes: Uint8Array, length: number) => Uint8Array

/** By the number of the codec. */
const CODECS: Readonly<Record<number, Unpack>> = {
  0: (bytes) => bytes,
  1: unpackSnappy,
  2: (bytes, length) => gunzipSync(bytes, { maxOutputLength: length }),
  4: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: length }),
  6: (bytes, length) => zstdDecompressSync(bytes, { maxOutputLength: length }),
}

export function unpack(codec: number, bytes: Uint8Array, length: number): Uint8Array {
  const unpackOf = CODECS[codec]
  if (unpackOf === undefined) throw new Error(`Nothing here unpacks codec ${String(codec)}.`)
  const unpacked = length === 0 ? new Uint8Array() : unpackOf(bytes, length)
  if (unpacked.length !== length) throw new Error('A page has another length than it says.')
  return unpacked
}

/** Decompresses Snappy. Each step takes at least one byte, and adds at most 64, or as many as it takes. */
function unpackSnappy(packed: Uint8Array, length: number): Uint8Array {
  const reader = new ByteReader(packed)
  if (reader.varint() !== length) throw new Error('A page has another length than it says.')
  const out = new Uint8Array(length)
  let at = 0
  while (reader.at < packed.length) {
    const tag = reader.byte()
    const kind = tag & 3
    if (kind === 0) {
      const inTag = tag >> 2
      const size = 1 + (inTag < 60 ? inTag : littleEndian(reader, inTag - 59))
      if (size > length - at) throw new Error('More comes out than was said.')
      out.set(reader.take(size), at)
      at += size
      continue
    }
    const size = kind === 1 ? 4 + ((tag >> 2) & 7) : 1 + (tag >> 2)
    const back = kind === 1 ? ((tag >> 5) << 8) + reader.byte() : littleEndian(reader, kind === 2 ? 2 : 4)
    if (back === 0 || back > at || size > length - at) throw new Error('A copy is of nothing.')
    // Copied byte by byte, because the source may overlap the bytes just written.
    for (const end = at + size; at < end; at += 1) out[at] = out[at - back] ?? 0
  }
  return out.subarray(0, at)
}

function littleEndian(reader: ByteReader, bytes: number): number {
  let value = 0
  for (let index = 0; index < bytes; index += 1) value += reader.byte() * 256 ** index
  return value
}
