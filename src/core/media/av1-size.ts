/**
 * Reads the size of the frames in an AV1 stream from its sequence headers: a decoder allocates for this size,
 * whatever the surrounding file says. A frame may be smaller, never larger.
 */

interface FrameSize {
  readonly width: number
  readonly height: number
}

const SEQUENCE_HEADER = 1
/** More units than any picture has. */
const MAX_UNITS = 100_000

/**
 * The sizes in the streams, each read as far as its units (OBUs) are consecutive; streams of one buffer may overlap.
 * Undefined if there are too many units.
 */
export function readFrameSizes(streams: readonly Uint8Array[]): readonly FrameSize[] | undefined {
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
