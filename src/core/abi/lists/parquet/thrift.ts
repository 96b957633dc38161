/** Reads the compact protocol of Thrift, as far as Parquet uses it. */

export type Thrift = number | boolean | Uint8Array | readonly Thrift[] | ThriftStruct
/** By field number. */
export type ThriftStruct = ReadonlyMap<number, Thrift>

/** Maximum nesting; the metadata of a file has seven levels. */
const MAX_DEPTH = 16

/** Reads bytes in sequence. Each step takes at least one byte, and reading after the last throws. */
export class ByteReader {
  readonly bytes: Uint8Array
  at = 0
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  byte(): number {
    const byte = this.bytes[this.at]
    if (byte === undefined) throw new Error('The bytes end too early.')
    this.at += 1
    return byte
  }

  take(length: number): Uint8Array {
    if (!(length >= 0 && length <= this.bytes.length - this.at)) throw new Error('The bytes end too early.')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  uint32(): number {
    return this.byte() + this.byte() * 0x100 + this.byte() * 0x1_00_00 + this.byte() * 0x1_00_00_00
  }

  /** Reads a number of up to 64 bits as a double, so the largest are inexact. */
  varint(): number {
    let value = 0
    for (let scale = 1; scale < 2 ** 70; scale *= 128) {
      const byte = this.byte()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
    throw new Error('A number has no end.')
  }

  zigzag(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
}

export function readStruct(reader: ByteReader, depth = 0): ThriftStruct {
  if (depth > MAX_DEPTH) throw new Error('It is nested too deep.')
  const fields = new Map<number, Thrift>()
  for (let field = 0; ;) {
    const head = reader.byte()
    if (head === 0) return fields
    field = head >> 4 === 0 ? reader.zigzag() : field + (head >> 4)
    const type = head & 15
    // In a struct, the type itself is the boolean value.
    fields.set(field, type === 1 || type === 2 ? type === 1 : readValue(reader, type, depth))
  }
}

function readValue(reader: ByteReader, type: number, depth: number): Thrift {
  switch (type) {
    case 1:
    case 2:
      return reader.byte() === 1
    case 3:
      return reader.byte()
    case 4:
    case 5:
    case 6:
      return reader.zigzag()
    case 7:
      // The metadata needs no doubles, so their bytes are returned.
      return reader.take(8)
    case 8:
      return reader.take(reader.varint())
    case 9: {
      const head = reader.byte()
      const size = head >> 4 === 15 ? reader.varint() : head >> 4
      const values: Thrift[] = []
      for (let index = 0; index < size; index += 1) values.push(readValue(reader, head & 15, depth + 1))
      return values
    }
    case 12:
      return readStruct(reader, depth + 1)
    default:
      throw new Error('It is of a type that Parquet does not have.')
  }
}

/** A non-negative integer field; `without` if the field is missing. */
export function numberIn(struct: ThriftStruct, field: number, without?: number): number {
  const value = struct.get(field) ?? without
  if (typeof value !== 'number' || value < 0) throw new Error(`Field ${String(field)} is no number.`)
  return value
}

export function structIn(struct: ThriftStruct, field: number): ThriftStruct {
  const value = struct.get(field)
  if (!(value instanceof Map)) throw new Error(`Field ${String(field)} is no struct.`)
  return value
}

export function structsIn(struct: ThriftStruct, field: number): readonly ThriftStruct[] {
  const value = struct.get(field)
  if (!Array.isArray(value) || !value.every((one) => one instanceof Map))
    throw new Error(`Field ${String(field)} is no list of structs.`)
  return value as readonly ThriftStruct[]
}

export function textIn(value: Thrift | undefined): string {
  if (!(value instanceof Uint8Array)) throw new Error('It is no text.')
  return Buffer.from(value).toString('utf8')
}
