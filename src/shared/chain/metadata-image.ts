/** The picture of an NFT according to its metadata: a link, or the picture itself as a `data:` URL. */
export function imageOfMetadata(metadata: unknown): string | undefined {
  if (typeof metadata !== 'object' || metadata === null) return undefined
  const fields = metadata as Readonly<Record<string, unknown>>
  for (const name of ['image', 'image_url', 'image_data']) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return imageLink(value)
  }
  return undefined
}

/** Turns SVG markup into a `data:` URL: some contracts write an SVG in place of a link. */
export const imageLink = (text: string): string =>
  /^\s*<(?:\?xml|!--|!doctype|svg)/i.test(text) ? `data:image/svg+xml,${encodeURIComponent(text)}` : text
