/** v11: the present key names; an NFT's media have one type. */
import type { WireForm } from './wire-form.ts'
import { modernWriter } from './modern.ts'
import type { Writer } from './writer.ts'

export const v11Writer = ({ origin }: WireForm): Writer =>
  modernWriter(origin, { instance: { drop: ['image_media_type', 'animation_media_type'] } })
