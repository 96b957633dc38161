/**
 * Reads the size of an image in pixels from its header. A decoder needs four bytes per pixel, so a file of 31 kB can
 * require gigabytes: the size must be known before anything decodes it.
 */

export interface ImageSize {
  readonly width: number
  readonly height: number
}

type Bytes = Uint8Array

/** Undefined if the header has no size: such an image is not shown. */
export function readImageSize(type: string, bytes: Bytes): ImageSize | undefined {
  const read = READERS[type]
  const size = read?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

type Reader = (view: DataView, bytes: Bytes) => ImageSize | undefined
const READERS: Readonly<Record<string, Reader | undefined>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/avif': readAvif,
}

/** IHDR is the first chunk. */
function readPng(view: DataView, bytes: Bytes): ImageSize | undefined {
  if (view.byteLength < 24 || tagAt(bytes, 12) !== 'IHDR') return undefined
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** The first frame header among the segments. */
function readJpeg(view: DataView): ImageSize | undefined {
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (isFrameHeader(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return undefined
}

/** C0 to CF, without the markers of Huffman tables, extensions and arithmetic coding. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The screen and each of its pictures, which may extend beyond it. */
function readGif(view: DataView): ImageSize | undefined {
  if (view.byteLength < 13) return undefined
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  let at = 13 + colourTableLength(view.getUint8(10))
  while (at + 10 <= view.byteLength) {
    const block = view.getUint8(at)
    if (block === 0x21) at = endOfSubBlocks(view, at + 2)
    else if (block === 0x2c) {
      size.width = Math.max(size.width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true))
      size.height = Math.max(size.height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true))
      at = endOfSubBlocks(view, at + 11 + colourTableLength(view.getUint8(at + 9)))
    } else break
  }
  return size
}

const colourTableLength = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

function endOfSubBlocks(view: DataView, start: number): number {
  let at = start
  while (at < view.byteLength) {
    const length = view.getUint8(at)
    at += 1 + length
    if (length === 0) break
  }
  return at
}

function readWebp(view: DataView, bytes: Bytes): ImageSize | undefined {
  if (view.byteLength < 30) return undefined
  switch (tagAt(bytes, 12)) {
    case 'VP8X':
      return { width: 1 + getUint24(view, 24), height: 1 + getUint24(view, 27) }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    }
    default:
      return undefined
  }
}

const getUint24 = (view: DataView, at: number) => view.getUint16(at, true) + 65_536 * view.getUint8(at + 2)

/**
 * The largest picture that the file describes, or that its frames have. One is shown; others are its tiles and layers
 * (`ispe`), and an animation also has tracks and frames. It follows the boxes as a decoder does: the same letters
 * elsewhere mean nothing.
 */
function readAvif(view: DataView, bytes: Bytes): ImageSize | undefined {
  let size: ImageSize | undefined
  const add = (width: number, height: number) => {
    size = { width: Math.max(size?.width ?? 0, width), height: Math.max(size?.height ?? 0, height) }
  }
  /** Parts that may be streams of frames. */
  const streams: Uint8Array[] = []
  let items: readonly Item[] = []
  let data = bytes.subarray(0, 0)
  let boxes = 0
  /** Returns false if there are too many boxes. */
  function walk(from: number, to: number, path: string): boolean {
    for (let at = from; at + 8 <= to;) {
      if (++boxes > MAX_BOXES) return false
      const { type, begin, end } = readBox(view, at, to)
      const here = `${path}/${type}`
      if (here.endsWith('/ispe')) {
        if (begin + 12 > end) return false
        add(view.getUint32(begin + 4), view.getUint32(begin + 8))
      } else if (here.endsWith('/stsd/av01')) {
        if (begin + 28 > end) return false
        add(view.getUint16(begin + 24), view.getUint16(begin + 26))
      } else if (here.endsWith('/tkhd')) {
        // Width and height are its last two numbers, in 16.16.
        if (begin + 84 > end) return false
        add(view.getUint16(end - 8), view.getUint16(end - 4))
      }
      if (here === '/meta/iloc') items = readItems(bytes.subarray(begin, end))
      else if (here === '/meta/idat') data = bytes.subarray(begin, end)
      else if (here.endsWith('/stbl/stco') || here.endsWith('/stbl/co64'))
        for (const chunk of readChunks(bytes.subarray(begin, end), type === 'co64' ? 8 : 4))
          streams.push(bytes.subarray(chunk))
      const skipped = HEADERS[here]
      if (skipped !== undefined && !walk(begin + skipped, end, here)) return false
      at = end
    }
    return true
  }
  if (!walk(0, view.byteLength, '')) return undefined
  for (const { isInMeta, parts } of items) {
    const from = isInMeta ? data : bytes
    const found = parts.map(([at, length]) => from.subarray(at, length === 0 ? undefined : at + length))
    // If the parts are longer than the file, they overlap.
    if (found.reduce((sum, part) => sum + part.length, 0) > bytes.length) return undefined
    streams.push(found.length === 1 ? (found[0] ?? data) : Buffer.concat(found))
    if (streams.length > MAX_BOXES) return undefined
  }
  const frames = readFrameSizes(streams)
  for (const frame of frames ?? []) add(frame.width, frame.height)
  return frames && size
}

/** A picture or its metadata: the position of its bytes, in the file or in a separate box. */
interface Item {
  readonly isInMeta: boolean
  readonly parts: readonly (readonly [at: number, length: number])[]
}

/** Reads the box `iloc` as far as possible. */
function readItems(bytes: Bytes): readonly Item[] {
  const fields = createFields(bytes)
  const version = fields.read(1)
  fields.read(3)
  const [sizes, more] = [fields.read(1), fields.read(1)]
  const items: Item[] = []
  for (let left = fields.read(version < 2 ? 2 : 4); left > 0 && !fields.isAtEnd(); left -= 1) {
    fields.read(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : fields.read(2) & 15
    fields.read(2)
    const base = fields.read(more >> 4)
    const parts: (readonly [number, number])[] = []
    for (let extents = fields.read(2); extents > 0 && !fields.isAtEnd(); extents -= 1) {
      if (version > 0) fields.read(more & 15)
      const at = base + fields.read(sizes >> 4)
      parts.push([at, fields.read(sizes & 15)])
    }
    items.push({ isInMeta: method === 1, parts })
  }
  return items
}

/** The positions of a track's chunks. */
function readChunks(bytes: Bytes, length: number): readonly number[] {
  const fields = createFields(bytes)
  fields.read(8)
  const chunks: number[] = []
  while (!fields.isAtEnd()) chunks.push(fields.read(length))
  return chunks
}

/** Reads successive numbers of the given sizes in bytes; zeros after the end. */
function createFields(bytes: Bytes) {
  let at = 0
  return {
    isAtEnd: () => at >= bytes.length,
    read(length: number): number {
      let value = 0
      for (const end = at + length; at < end; at += 1) value = value * 256 + (bytes[at] ?? 0)
      return value
    },
  }
}

/** Boxes that contain others, and the number of their own bytes before those. */
const HEADERS: Readonly<Record<string, number>> = {
  '/meta': 4,
  '/meta/iprp': 0,
  '/meta/iprp/ipco': 0,
  '/moov': 0,
  '/moov/trak': 0,
  '/moov/trak/mdia': 0,
  '/moov/trak/mdia/minf': 0,
  '/moov/trak/mdia/minf/stbl': 0,
  '/moov/trak/mdia/minf/stbl/stsd': 8,
}
/** More boxes than any picture has. */
const MAX_BOXES = 10_000

/** `begin` and `end` of its content, which stays within the surrounding box. */
function readBox(view: DataView, at: number, to: number) {
  const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)))
  const length = view.getUint32(at)
  if (length === 1 && at + 16 <= to) {
    const large = view.getBigUint64(at + 8)
    return { type, begin: at + 16, end: large > BigInt(to - at) || large < 16n ? to : at + Number(large) }
  }
  // 0 means up to the end of the file.
  const end = length < 8 || length > to - at ? to : at + length
  return { type, begin: at + 8, end }
}

const tagAt = (bytes: Bytes, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

interface FrameSize {
  readonly width: number
  readonly height: number
}

const SEQUENCE_HEADER = 1
/** More units than any picture has. */
const MAX_UNITS = 100_000

/**
 * Reads the size of the frames in AV1 streams from their sequence headers: a decoder allocates for this size, whatever
 * the surrounding file says. A frame may be smaller, never larger. Each stream is read as far as its units (OBUs) are
 * consecutive; streams of one buffer may overlap. Undefined if there are too many units.
 */
function readFrameSizes(streams: readonly Uint8Array[]): readonly FrameSize[] | undefined {
  const sizes: FrameSize[] = []
  /** By buffer: the positions of units that were read. */
  const seen = new Map<ArrayBufferLike, Set<number>>()
  let left = MAX_UNITS
  for (const bytes of streams) {
    const known = seen.get(bytes.buffer) ?? new Set()
    seen.set(bytes.buffer, known)
    for (let at = 0; at < bytes.length && !known.has(bytes.byteOffset + at);) {
      left -= 1
      if (left < 0) return undefined
      known.add(bytes.byteOffset + at)
      const unit = readUnit(bytes, at)
      if (unit === undefined) break
      if (unit.type === SEQUENCE_HEADER) sizes.push(readSequenceHeader(unit.content))
      at = unit.next
    }
  }
  return sizes
}

function readUnit(bytes: Uint8Array, start: number) {
  const head = bytes[start] ?? 0x80
  // The first bit must be zero.
  if (head >= 0x80) return undefined
  const begin = start + ((head & 4) === 0 ? 1 : 2)
  // A unit without a length extends to the end.
  const length = (head & 2) === 0 ? { value: bytes.length - begin, next: begin } : readLength(bytes, begin)
  if (length === undefined || length.value > bytes.length - length.next) return undefined
  const next = length.next + length.value
  return { type: (head >> 3) & 15, content: bytes.subarray(length.next, next), next }
}

/** Seven bits of each byte, the lowest first (LEB128). */
function readLength(bytes: Uint8Array, start: number): { value: number; next: number } | undefined {
  let value = 0
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[start + index]
    if (byte === undefined) return undefined
    value += (byte & 0x7f) * 128 ** index
    if (byte < 0x80) return { value, next: start + index + 1 }
  }
  return undefined
}

/** In the order of section 5.5 of the specification, up to the size. Missing bits read as zeros. */
function readSequenceHeader(bytes: Uint8Array): FrameSize {
  let bit = 0
  const read = (count: number) => {
    let value = 0
    for (const end = bit + count; bit < end; bit += 1)
      value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
    return value
  }
  read(4)
  const isReduced = read(1) === 1
  if (isReduced) read(5)
  else skipOperatingPoints(read)
  const [widthBits, heightBits] = [read(4) + 1, read(4) + 1]
  return { width: read(widthBits) + 1, height: read(heightBits) + 1 }
}

function skipOperatingPoints(read: (count: number) => number) {
  let delayBits = 0
  if (read(1) === 1) {
    read(64)
    if (read(1) === 1) skipNumber(read)
    if (read(1) === 1) {
      delayBits = read(5) + 1
      read(42)
    }
  }
  const hasDelay = read(1) === 1
  for (let left = read(5) + 1; left > 0; left -= 1) {
    read(12)
    if (read(5) > 7) read(1)
    if (delayBits > 0 && read(1) === 1) read(2 * delayBits + 1)
    if (hasDelay && read(1) === 1) read(4)
  }
}

/** Skips a number that has as many leading zeros as bits after its first one. */
function skipNumber(read: (count: number) => number) {
  let zeros = 0
  while (zeros < 32 && read(1) === 0) zeros += 1
  if (zeros < 32) read(zeros)
}
