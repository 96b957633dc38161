import { expect, test } from 'vitest'
import { imageOfMetadata } from '#shared/chain/metadata-image.ts'
import { decodeInlineMetadata, isInline } from './metadata-link.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><text>100% #1 獣</text></svg>'
const AS_URL = `data:image/svg+xml,${encodeURIComponent(SVG)}`
const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  [
    'a JSON in base64',
    `data:application/json;base64,${base64('{"image":"ipfs://a/1.png"}')}`,
    'ipfs://a/1.png',
  ],
  ['a JSON as it is', '{"image":"ipfs://a/#1.png"}', 'ipfs://a/#1.png'],
  ['a picture', 'data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
  [
    'an SVG in base64',
    `data:image/svg+xml;base64,${base64(SVG)}`,
    `data:image/svg+xml;base64,${base64(SVG)}`,
  ],
  ['an SVG as it is', SVG, AS_URL],
  ['image_data', `data:application/json,${JSON.stringify({ name: 'One', image_data: SVG })}`, AS_URL],
  [
    'an SVG in image',
    JSON.stringify({ image: `\n<?xml version="1.0"?>${SVG}` }),
    /^data:image\/svg\+xml,%0A%3C%3Fxml/,
  ],
  [
    'no image before image_data',
    JSON.stringify({ image: '', image_data: 'data:image/png;base64,AA' }),
    'data:image/png;base64,AA',
  ],
  ['image_url', JSON.stringify({ image_url: 'https://a.example/1.png' }), 'https://a.example/1.png'],
])('the picture of %s', (_, link, image) => {
  expect(isInline(link)).toBe(true)
  const found = imageOfMetadata(decodeInlineMetadata(link))
  if (typeof image === 'string') expect(found).toBe(image)
  else expect(found).toMatch(image)
})

test.each(['ipfs://a/1.json', 'https://a.example/{id}.json', 'QmX/1', 'svg', '<html>'])(
  '%s is no metadata itself',
  (link) => {
    expect(isInline(link)).toBe(false)
  },
)

test.each([null, 7, 'text', [], {}, { image: 7 }, { image: ' ', image_data: null }])(
  '%j has no picture',
  (metadata) => {
    expect(imageOfMetadata(metadata)).toBeUndefined()
  },
)
