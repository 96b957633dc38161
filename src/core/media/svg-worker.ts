/** A thread that draws SVG to pixels. Nothing of it is run or fetched: resvg knows neither scripts nor a network. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { serveThread } from '#platform/threads/serve-thread.ts'
import { findBeside } from '../abi/find-beside.ts'
import { limitMemory } from './limit-memory.ts'

/** `null` where it is no SVG that can be drawn. */
export type DrawnSvg = Uint8Array | null

/** Of the longer side, in pixels. */
const SIZE = 1_024
/** 256 MB, in pages of WebAssembly: what needs more ends the thread. */
const MAX_PAGES = 4_096

/** As it lies beside the bundle, or in its package. */
const fileOf = (name: string, inPackage: () => string) =>
  readFileSync(findBeside(name) ?? fileURLToPath(inPackage()))

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
    // It says why it can't be read; anything else is a panic, after which its memory is not to be trusted.
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
