/**
 * The icon at every size and in every container, made from two drawings: one with its detail, and one for the sizes at
 * which detail is dirt. Made anew for each package, so that no binary file has to be trusted or kept.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { writeIn } from './app-files.ts'

const LINUX = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024]
const WINDOWS = [16, 20, 24, 32, 40, 48, 64, 96, 128, 256]
/** The names of icns parts that hold a PNG, and its edge in pixels. */
const MAC: readonly (readonly [string, number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
]
/** Below this the simple drawing. */
const DETAILED_FROM = 48

/** Writes `png/16x16.png` …, `icon.ico` and `icon.icns` into `target`. */
export function makeIcons(build: string, target: string): void {
  const detailed = readFileSync(join(build, 'icon.svg'), 'utf8')
  const simple = readFileSync(join(build, 'icon-small.svg'), 'utf8')
  const draw = (edge: number, margin = 0) => png(edge < DETAILED_FROM ? simple : detailed, edge, margin)
  for (const edge of LINUX) writeIn(target, `png/${String(edge)}x${String(edge)}.png`, draw(edge))
  writeIn(target, 'icon.ico', ico(WINDOWS.map((edge) => [edge, draw(edge)] as const)))
  // In a Mac's dock an icon keeps a margin of about a tenth.
  writeIn(
    target,
    'icon.icns',
    icns(MAC.map(([name, edge]) => [name, draw(edge, edge >= 128 ? 0.0977 : 0)] as const)),
  )
}

export function png(svg: string, edge: number, margin: number): Buffer {
  const inner = svg.replace(
    /^<svg /,
    `<svg x="${String(margin * 100)}" y="${String(margin * 100)}" width="${String(100 - margin * 200)}" height="${String(100 - margin * 200)}" `,
  )
  const framed =
    margin === 0 ? svg : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inner}</svg>`
  return new Resvg(framed, { fitTo: { mode: 'width', value: edge } }).render().asPng()
}

/** A directory of PNGs; an edge of 256 is written as 0. */
function ico(images: readonly (readonly [number, Buffer])[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, [edge, image]] of images.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(edge % 256, at)
    head.writeUInt8(edge % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(image.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += image.length
  }
  return Buffer.concat([head, ...images.map(([, image]) => image)])
}

function icns(images: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = images.map(([name, image]) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32BE(image.length + 8, 4)
    return Buffer.concat([head, image])
  })
  const head = Buffer.alloc(8)
  head.write('icns', 'latin1')
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  return Buffer.concat([head, ...parts])
}
