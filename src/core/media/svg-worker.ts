/** A thread that draws SVG to pixels. It runs and fetches nothing: resvg supports neither scripts nor a network. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { serveThread } from '#platform/threads/serve-thread.ts'
import { findProgramFile } from '../abi/find-program-file.ts'
import { limitMemory } from './limit-memory.ts'

/** `null` if the SVG can't be drawn. */
export type DrawnSvg = Uint8Array | null

/** The length of the longer side, in pixels. */
const SIZE = 1_024
/** 256 MB in pages of WebAssembly: exceeding it ends the thread. */
const MAX_PAGES = 4_096

/** Reads a file beside the bundle, or else in its package. */
const fileOf = (name: string, inPackage: () => string) =>
  readFileSync(findProgramFile(name) ?? fileURLToPath(inPackage()))

const FONTS = [
  fileOf('DejaVuSans.ttf', () => import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  fileOf('DejaVuSerif.ttf', () => import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf')),
  fileOf('DejaVuSansMono.ttf', () => import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf')),
]
const font = {
  fontBuffers: FONTS,
  defaultFontFamily: 'DejaVu Sans',
  sansSerifFamily: 'DejaVu Sans',
  serifFamily: 'DejaVu Serif',
  monospaceFamily: 'DejaVu Sans Mono',
}

function draw(svg: string): DrawnSvg {
  let plain: InstanceType<typeof Resvg>
  try {
    plain = new Resvg(svg, { font })
  } catch (error) {
    // An ordinary error says why the SVG is invalid. A RuntimeError is a panic, after which the module's memory is
    // not reliable.
    if (error instanceof Error && error.name === 'RuntimeError') throw error
    return null
  }
  const { width, height } = plain
  if (!(width > 0 && height > 0) || Math.min(width, height) * SIZE < Math.max(width, height)) return null
  const fitTo = { mode: width >= height ? ('width' as const) : ('height' as const), value: SIZE }
  plain.free()
  const sized = new Resvg(svg, { font, fitTo })
  const image = sized.render()
  const png = image.asPng()
  image.free()
  sized.free()
  return png
}

const wasm = fileOf('resvg.wasm', () => import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))
await initWasm(limitMemory(wasm, MAX_PAGES))
serveThread(draw)
