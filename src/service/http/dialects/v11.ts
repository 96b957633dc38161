/** v11: the present key names; the media of an NFT have one type. */
import type { Resources, WireForm } from './dialect.ts'
import { modernResources } from './modern.ts'
import { shape } from './shape.ts'

export const v11Resources = ({ origin }: WireForm): Resources =>
  modernResources(origin, { instance: shape({ drop: ['image_media_type', 'animation_media_type'] }) })
