import type { Archive } from '../archive/create-archive.ts'
import { isKept } from '../archive/row-archives.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { Sources } from '../sources/sources.ts'
import { createKeptImages } from './kept-images.ts'
import { imageHandlers } from './image-handlers.ts'
import { createSvgImages } from './svg-images.ts'
import { readGateways } from './web-addresses.ts'

interface MediaDeps {
  readonly settings: SettingsStore
  readonly sources: Sources
  readonly archive: Archive
  readonly userAgent: string
}

/** Images of NFTs. */
export function mediaDomain({ settings, sources, archive, userAgent }: MediaDeps) {
  const svgImages = createSvgImages()
  return {
    handlers: imageHandlers({
      source: (id) => sources.ready(id),
      userAgent,
      gateways: readGateways(process.env),
      allowed: () => settings.read().images,
      kept: createKeptImages(archive, (id) => isKept(sources, id)),
      drawSvg: svgImages.draw,
    }),
    close: () => {
      svgImages.close()
    },
  }
}
