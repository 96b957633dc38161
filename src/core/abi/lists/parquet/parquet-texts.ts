/**
 * Reads the text columns of a Parquet file row by row. Whatever the file declares, time and memory are limited by its size:
 * reading, unpacking and returning are charged to one budget beforehand.
 */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { runZlib } from '#platform/threads/zlib-lock.ts'
import { createBudget, type Budget, decodeValues, readRuns } from './decode-page.ts'
import { ByteReader, numberIn, readStruct, structIn, structsIn, textIn, type ThriftStruct } from './thrift.ts'

export interface FileBytes {
  readonly length: number
  /** Reads exactly this range, or throws. */
  read(start: number, length: number): Uint8Array
}

interface TextColumn {
  readonly name: string
  readonly isOptional: boolean
  readonly fixedLength: number | undefined
}

const MAX_FOOTER_BYTES = 4 * 1024 * 1024
const MAX_COLUMNS = 100
const PER_ROW = 8
/** Maximum size of one unpacked page; writers use about 1 MB. */
const MAX_PAGE_BYTES = 128 * 1024 * 1024
/** Sizes tried for reading a header; it is larger if it has statistics with long texts. */
const HEADER_BYTES = [1024, 64 * 1024]

const BYTE_ARRAY = 6
const FIXED_LEN_BYTE_ARRAY = 7
const OPTIONAL = 1
const REPEATED = 2
const DATA_PAGE = 0
const DICTIONARY_PAGE = 2
const DATA_PAGE_V2 = 3

export interface ParquetTexts {
  /** Number of rows declared by the file. */
  readonly rows: number
  /** Yields the texts of each row; a column without a value gives none. */
  read(): Generator<readonly Uint8Array[]>
}

/**
 * Opens a file. This function and `read` throw if the file can't be read, or would take more than files of its size need.
 */
export function openParquetTexts(file: FileBytes): ParquetTexts {
  const budget = createBudget(file.length)
  const metadata = readFooter(file, budget)
  const columns = textColumns(structsIn(metadata, 2))
  if (columns.length === 0) throw new Error('It has no column of texts.')
  const groups = structsIn(metadata, 4)
  return {
    rows: numberIn(metadata, 3),
    *read() {
      for (const group of groups) {
        const chunks = new Map(
          structsIn(group, 1).map((chunk) => {
            const facts = structIn(chunk, 3)
            return [pathOf(facts), facts]
          }),
        )
        const values = columns.map((column) => {
          budget.pay(1)
          const chunk = chunks.get(column.name)
          if (chunk === undefined) throw new Error('A group of rows lacks a column.')
          return readChunk(file, chunk, column, budget)
        })
        for (let left = numberIn(group, 3); left > 0; left -= 1) {
          budget.pay(PER_ROW)
          yield values.map((next) => next()).filter((value) => value !== undefined)
        }
      }
    },
  }
}

function readFooter(file: FileBytes, budget: Budget): ThriftStruct {
  const end = new ByteReader(file.read(file.length - 8, 8))
  const length = end.uint32()
  if (Buffer.from(end.take(4)).toString('latin1') !== 'PAR1' || length > MAX_FOOTER_BYTES)
    throw new Error('It has no footer of Parquet.')
  budget.pay(length)
  return readStruct(new ByteReader(file.read(file.length - 8 - length, length)))
}

/** The text columns at the top level, without nested ones. */
function textColumns(schema: readonly ThriftStruct[]): readonly TextColumn[] {
  const columns: TextColumn[] = []
  for (let index = 1; index < schema.length && columns.length < MAX_COLUMNS;) {
    const element = schema[index] ?? new Map<number, never>()
    const type = element.get(1)
    const repetition = element.get(3)
    if ((type === BYTE_ARRAY || type === FIXED_LEN_BYTE_ARRAY) && repetition !== REPEATED)
      columns.push({
        name: textIn(element.get(4)),
        isOptional: repetition === OPTIONAL,
        fixedLength: type === FIXED_LEN_BYTE_ARRAY ? numberIn(element, 2) : undefined,
      })
    index = endOfElement(schema, index)
  }
  return columns
}

/** Index after an element with its children. */
function endOfElement(schema: readonly ThriftStruct[], start: number): number {
  let index = start
  for (let left = 1; left > 0 && index < schema.length; index += 1)
    left += numberIn(schema[index] ?? new Map<number, never>(), 5, 0) - 1
  return index
}

function pathOf(chunk: ThriftStruct): string {
  const path = chunk.get(3)
  return Array.isArray(path) ? path.map(textIn).join('.') : ''
}

/** Yields the value of each row, undefined if it has none; throws if the chunk ends early. */
function readChunk(
  file: FileBytes,
  chunk: ThriftStruct,
  column: TextColumn,
  budget: Budget,
): () => Uint8Array | undefined {
  const codec = numberIn(chunk, 4)
  const data = numberIn(chunk, 9)
  const start = Math.min(data, numberIn(chunk, 11, data) || data)
  const end = start + numberIn(chunk, 7)
  let at = start
  let left = 0
  let next: () => Uint8Array | undefined = () => undefined
  let dictionary: readonly Uint8Array[] | undefined

  function readPage() {
    if (at >= end) throw new Error('A column has fewer values than rows.')
    const { header, length } = readPageHeader(file, at, budget)
    const packedLength = numberIn(header, 3)
    const unpackedLength = numberIn(header, 2)
    if (unpackedLength > MAX_PAGE_BYTES) throw new Error('A page is too large.')
    budget.pay(packedLength + unpackedLength)
    const packed = file.read(at + length, packedLength)
    at += length + packedLength
    const type = header.get(1)
    if (type === DICTIONARY_PAGE) {
      const reader = new ByteReader(unpack(codec, packed, unpackedLength))
      const count = numberIn(structIn(header, 7), 1)
      const page = { encoding: 0, fixedLength: column.fixedLength, dictionary: undefined }
      const entry = decodeValues(reader, count, page, budget)
      const entries: Uint8Array[] = []
      while (entries.length < count) entries.push(entry())
      dictionary = entries
    } else if (type === DATA_PAGE) {
      const facts = structIn(header, 5)
      const reader = new ByteReader(unpack(codec, packed, unpackedLength))
      const levels = column.isOptional ? reader.take(reader.uint32()) : undefined
      begin(facts, numberIn(facts, 2), reader, levels)
    } else if (type === DATA_PAGE_V2) {
      const facts = structIn(header, 8)
      const reader = new ByteReader(packed)
      reader.take(numberIn(facts, 6))
      const levels = reader.take(numberIn(facts, 5))
      const rest = packed.subarray(reader.at)
      const isPacked = facts.get(7) !== false
      const values = isPacked ? unpack(codec, rest, unpackedLength - reader.at) : rest
      begin(facts, numberIn(facts, 4), new ByteReader(values), column.isOptional ? levels : undefined)
    }
  }

  function begin(facts: ThriftStruct, encoding: number, reader: ByteReader, levels: Uint8Array | undefined) {
    const count = (left = numberIn(facts, 1))
    let value: (() => Uint8Array) | undefined
    // A page without values has no bytes for them.
    const nextValue = () =>
      (value ??= decodeValues(
        reader,
        count,
        { encoding, fixedLength: column.fixedLength, dictionary },
        budget,
      ))()
    if (levels === undefined) next = nextValue
    else {
      const isThere = readRuns(new ByteReader(levels), 1)
      next = () => (isThere() === 1 ? nextValue() : undefined)
    }
  }

  return () => {
    while (left === 0) readPage()
    left -= 1
    return next()
  }
}

function readPageHeader(file: FileBytes, at: number, budget: Budget) {
  for (const size of HEADER_BYTES) {
    const length = Math.min(size, file.length - at)
    budget.pay(length)
    const reader = new ByteReader(file.read(at, length))
    try {
      return { header: readStruct(reader), length: reader.at }
    } catch {
      // The header may be longer; the next size is tried.
    }
  }
  throw new Error('A page has no header.')
}

type Unpack = (bytes: Uint8Array, length: number) => Uint8Array

/** By the number of the codec. */
const CODECS: Readonly<Record<number, Unpack>> = {
  0: (bytes) => bytes,
  1: unpackSnappy,
  2: (bytes, length) => gunzipSync(bytes, { maxOutputLength: length }),
  4: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: length }),
  6: (bytes, length) => zstdDecompressSync(bytes, { maxOutputLength: length }),
}

/** Decompresses pages of Parquet. Returns exactly the declared number of bytes, or throws. */
function unpack(codec: number, bytes: Uint8Array, length: number): Uint8Array {
  const unpackOf = CODECS[codec]
  if (unpackOf === undefined) throw new Error(`Nothing here unpacks codec ${String(codec)}.`)
  const unpacked = length === 0 ? new Uint8Array() : runZlib(() => unpackOf(bytes, length))
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
