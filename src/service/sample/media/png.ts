/** Writes PNG files with 8 bits per channel (red, green, blue). */
import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

/** `colourAt` gives the index of a pixel's colour. */
export function encodePng(
  width: number,
  height: number,
  colours: readonly Colour[],
  colourAt: (x: number, y: number) => number,
): Uint8Array {
  const palette = Uint8Array.from(colours.flat())
  const rows = new Uint8Array(height * (1 + width * 3))
  let at = 0
  for (let y = 0; y < height; y++) {
    at++ // each row begins with the filter type: none
    for (let x = 0; x < width; x++) {
      const colour = colourAt(x, y) * 3
      rows[at++] = palette[colour] ?? 0
      rows[at++] = palette[colour + 1] ?? 0
      rows[at++] = palette[colour + 2] ?? 0
    }
  }
  return buildPng(width, height, deflateSync(rows, { level: 1 }))
}

/** A PNG from compressed rows, which are not checked. */
export function buildPng(width: number, height: number, compressed: Uint8Array): Uint8Array {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', compressed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  out.set(body, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
