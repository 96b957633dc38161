/** Tests that SVG is drawn to pixels within limits, whatever its content. */
import { afterAll, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { serve } from '#platform/testing/serve.ts'
import { limitMemory } from './limit-memory.ts'
import { readImageSize } from './image-size.ts'
import { createSvgImages, isSvg } from './svg-images.ts'

const svg = (inner: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`
const RECT = '<rect width="10" height="10" fill="red"/>'
const images = createSvgImages()
afterAll(() => {
  images.close()
})
const draw = (text: string) => images.draw(Buffer.from(text))
const sizeOf = async (text: string) => {
  const png = await draw(text)
  return png && readImageSize('image/png', png)
}

describe('a picture', () => {
  it.each([
    ['a square', 'viewBox="0 0 10 10"', { width: 1024, height: 1024 }],
    ['wide', 'viewBox="0 0 200 100"', { width: 1024, height: 512 }],
    ['high', 'width="100" height="200"', { width: 512, height: 1024 }],
    ['huge', 'viewBox="0 0 1e9 1e9"', { width: 1024, height: 1024 }],
  ])('that is %s has at most a thousand pixels a side', async (_, attributes, size) => {
    expect(await sizeOf(svg(RECT, attributes))).toEqual(size)
  })

  it('shows its text', async () => {
    const none = await draw(svg('<rect width="10" height="10"/>'))
    const texts = await Promise.all(
      ['serif', 'monospace', 'Comic Sans MS', ''].map((family) =>
        draw(
          svg(
            `<rect width="10" height="10"/><text x="1" y="5" font-size="3" fill="white" font-family="${family}">Grail 獣</text>`,
          ),
        ),
      ),
    )
    for (const text of texts) expect(text?.length).toBeGreaterThan((none?.length ?? 0) + 500)
  })

  it('is known by how it begins', () => {
    for (const text of [
      svg(''),
      `\ufeff<?xml version="1.0"?>\n<!-- by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">\n${svg('')}`,
      '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>',
    ])
      expect(isSvg(Buffer.from(text)), text).toBe(true)
    for (const text of [
      '',
      '<html><svg/></html>',
      '{"image":"<svg/>"}',
      '<svgx/>',
      `${' '.repeat(9_000)}<svg/>`,
    ])
      expect(isSvg(Buffer.from(text)), text).toBe(false)
  })
})

it('a beginning of comments within comments is told apart in one pass', () => {
  // Comment prefixes that could double the time of matching with each repetition.
  for (const text of ['<!--' + '--><!--'.repeat(1_100), '<!-->'.repeat(1_500), '<?xml'.repeat(1_500)])
    expect(isSvg(Buffer.from(text))).toBe(false)
  expect(isSvg(Buffer.from(`${'<!-- a -->\n'.repeat(500)}<svg>`))).toBe(true)
})

describe('what is hostile', () => {
  const laughs = Array.from(
    { length: 12 },
    (_, at) => `<!ENTITY a${String(at + 1)} "${`&a${String(at)};`.repeat(10)}">`,
  )
  const doubling = (tag: (inner: string, at: number) => string) =>
    Array.from({ length: 40 }, (_, at) =>
      tag(`<use href="#u${String(at)}"/><use href="#u${String(at)}"/>`, at + 1),
    )
  const bomb = deflateSync(Buffer.alloc(60_000_000))
  const HOSTILE: Readonly<Record<string, string>> = {
    'billion laughs': `<!DOCTYPE svg [<!ENTITY a0 "ha">${laughs.join('')}]>${svg('<text>&a12;</text>')}`,
    'a use of itself': svg('<g id="a"><use href="#a"/></g>'),
    'uses in a circle': svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    'uses that double': svg(
      `<g id="u0">${RECT}</g>${doubling((inner, at) => `<g id="u${String(at)}">${inner}</g>`).join('')}<use href="#u40"/>`,
    ),
    'patterns of patterns': svg(
      `${Array.from({ length: 30 }, (_, at) => `<pattern id="p${String(at + 1)}" width=".01" height=".01" patternUnits="objectBoundingBox"><rect width="10" height="10" fill="url(#p${String(at)})"/></pattern>`).join('')}<rect width="10" height="10" fill="url(#p30)"/>`,
    ),
    'a filter without end': svg(
      '<filter id="f"><feTurbulence baseFrequency="5" numOctaves="1000000000"/><feGaussianBlur stdDeviation="1e9"/></filter><rect width="10" height="10" filter="url(#f)"/>',
    ),
    'many large filters': svg(
      `<filter id="f">${'<feMorphology operator="dilate" radius="500"/>'.repeat(400)}</filter>${'<rect width="10" height="10" filter="url(#f)"/>'.repeat(400)}`,
    ),
    'a side of a thousand million': svg(RECT, 'width="1000000000" height="1"'),
    'no size': svg(RECT, 'width="0" height="0"'),
    'a million elements': svg('<g/>'.repeat(400_000)),
    'nested without end': svg(`${'<g>'.repeat(90_000)}${'</g>'.repeat(9_000)}`),
    'deep and closed': svg(`${'<g>'.repeat(45_000)}${'</g>'.repeat(45_000)}`),
    'a path without end': svg(`<path d="M0 0${'L1 1'.repeat(450_000)}" stroke="red"/>`),
    'many dashes': svg('<path d="M0 0 L1e9 1e9" stroke="red" stroke-dasharray="0.0000001"/>'),
    'an embedded picture that unpacks to a lot': svg(
      `<image width="10" height="10" href="data:image/png;base64,${bomb.toString('base64')}"/>`,
    ),
    'two megabytes more': svg(`<desc>${'x'.repeat(2_200_000)}</desc>`),
    'cut in the middle': svg(RECT).slice(0, -9),
    'no XML': '<svg <<<<',
  }

  it.each(Object.entries(HOSTILE))(
    '%s costs no more than its bounds, and what comes after is drawn',
    async (_, text) => {
      const drawn = await draw(text)
      if (drawn) expect(readImageSize('image/png', drawn)?.width).toBeLessThanOrEqual(1024)
      expect(await sizeOf(svg(RECT))).toEqual({ width: 1024, height: 1024 })
    },
  )

  it.each([
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "ha">]>${svg('<text>&a;</text>')}`],
    ['more elements than any has', svg('<g/>'.repeat(110_000))],
    ['two megabytes more', HOSTILE['two megabytes more'] ?? ''],
  ])('%s is not drawn, within the bounds of any real one', async (_, text) => {
    expect(await draw(text)).toBeUndefined()
  })

  it('a picture that would take for ever is given up', async () => {
    const impatient = createSvgImages({ maxMs: 500 })
    try {
      expect(await impatient.draw(Buffer.from(HOSTILE['a filter without end'] ?? ''))).toBeUndefined()
    } finally {
      impatient.close()
    }
  })

  it('fetches nothing, and runs nothing', async () => {
    let asked = 0
    const origin = await serve((_, response) => {
      asked += 1
      response.end(svg(RECT))
    })
    const url = `${origin}/x.svg`
    const plain = await draw(svg(RECT))
    const drawn = await draw(
      `<?xml-stylesheet href="${url}"?><!DOCTYPE svg SYSTEM "${url}">${svg(
        `${RECT}<script>fetch("${url}")</script><script href="${url}"/><image href="${url}" width="10" height="10"/>
         <image href="file:///etc/hostname" width="10" height="10"/><use href="${url}#a"/>
         <style>@import "${url}"; @font-face { font-family: x; src: url(${url}) } text { font-family: x }</style>
         <foreignObject><iframe src="${url}"/></foreignObject>`,
        'viewBox="0 0 10 10" onload="fetch()"',
      )}`,
    )
    expect(asked).toBe(0)
    expect(drawn && readImageSize('image/png', drawn)).toEqual({ width: 1024, height: 1024 })
    expect(Buffer.from(drawn ?? []).equals(Buffer.from(plain ?? []))).toBe(true)
  })

  it('is given so much memory, and no more', () => {
    const wasm = readFileSync(new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))
    const limited = limitMemory(wasm, 4_096)
    expect(limited.length - wasm.length).toBeLessThanOrEqual(4)
    expect(WebAssembly.validate(limited)).toBe(true)
    // A module needs more memory than that at its start, so the result is invalid.
    expect(WebAssembly.validate(limitMemory(wasm, 1))).toBe(false)
    for (const bytes of [Buffer.alloc(0), Buffer.from('\0asm\x01\0\0\0'), wasm.subarray(0, 20)])
      expect(() => limitMemory(bytes, 10)).toThrow('no WebAssembly module')
  })
})
