/** PNG files: 8 bits a channel, red, green and blue. */
import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

/** `shadeAt` gives each dot one of the colours by its index. */
export function encodePng(
  width: number,
  height: number,
  colours: readonly Colour[],
  shadeAt: (x: number, y: number) => number,
): Uint8Array {
  const palette = Uint8Array.from(colours.flat())
  const rows = new Uint8Array(height * (1 + width * 3))
  let at = 0
  for (let y = 0; y < height; y++) {
    at++ // each row begins with its filter: none
    for (let x = 0; x < width; x++) {
      const shade = shadeAt(x, y) * 3
      rows[at++] = palette[shade]!
      rows[at++] = palette[shade + 1]!
      rows[at++] = palette[shade + 2]!
    }
  }
  return buildPng(width, height, deflateSync(rows, { level: 1 }))
}

/** A PNG of any compressed rows, also of wrong ones. */
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
