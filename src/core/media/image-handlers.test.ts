import { afterAll, describe, expect, it } from 'vitest'
import { serve } from '#platform/testing/serve.ts'
import { createArchive } from '../archive/create-archive.ts'
import { createKeptImages } from './kept-images.ts'
import { imageHandlers, type ImageDeps } from './image-handlers.ts'
import { readImageSize } from './image-size.ts'
import { detectImageType } from './image-type.ts'
import { createSvgImages } from './svg-images.ts'
import { readGateways } from './web-addresses.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const svgImages = createSvgImages()
afterAll(() => {
  svgImages.close()
})
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error as { error: { code: string; kind?: string } }).error,
  )

describe('media.image', () => {
  const source = (baseUrl: string) => () => ({
    id: 's',
    name: 's',
    kind: 'sample' as const,
    chainId: '1',
    baseUrl,
    coin: { symbol: 'E', decimals: 18 },
    builtIn: true,
  })
  const context = { signal: new AbortController().signal, connection: {} }
  const reader = (baseUrl: string, options: Partial<ImageDeps> = {}) =>
    imageHandlers({
      source: source(baseUrl),
      userAgent: 'test',
      gateways: readGateways({}),
      allowed: () => true,
      kept: { read: () => undefined, write: () => undefined },
      drawSvg: svgImages.draw,
      ...options,
    })['media.image']

  it('asks again for what was kept by a clock that was ahead, as for what is old', async () => {
    let asked = 0
    const url = await serve((_request, response) => {
      asked += 1
      response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
    })
    const image = { type: 'image/png', base64: 'AAAA', width: 1, height: 1 }
    const YEARS = 10 * 365 * 86_400_000
    for (const readAt of [Date.now() + YEARS, Date.now() - YEARS]) {
      const read = reader(url, { kept: { read: () => ({ image, readAt }), write: () => undefined } })
      expect(await read({ source: 's', url: `${url}/a.png` }, context)).toMatchObject({
        base64: PNG.toString('base64'),
      })
    }
    expect(asked).toBe(2)
    const kept = { read: () => ({ image, readAt: Date.now() }), write: () => undefined }
    expect(await reader(url, { kept })({ source: 's', url: `${url}/a.png` }, context)).toEqual(image)
  })

  it('gives an image by its bytes, once per URL, and nothing that only claims to be one', async () => {
    let asked = 0
    const url = await serve((request, response) => {
      asked += 1
      response.setHeader('content-type', 'image/png')
      response.end(
        request.url === '/a.png' ? PNG : '<!doctype html><svg xmlns="http://www.w3.org/2000/svg"></svg>',
      )
    })
    const read = reader(url)
    const image = await read({ source: 's', url: `${url}/a.png` }, context)
    expect(image).toEqual({ type: 'image/png', base64: PNG.toString('base64'), width: 1, height: 1 })
    await read({ source: 's', url: `${url}/a.png` }, context)
    expect(asked).toBe(1)
    expect(await code(Promise.resolve(read({ source: 's', url: `${url}/evil.png` }, context)))).toMatchObject(
      { code: 'bad_response' },
    )
  })

  it('keeps images: given for 30 days without asking, then where they can’t be had, and never where they are off', async () => {
    let asked = 0
    let isDown = false
    const url = await serve((_request, response) => {
      asked += 1
      if (isDown) response.writeHead(500).end()
      else response.end(PNG)
    })
    let now = Date.now()
    const archive = createArchive({
      dataDir: ':memory:',
      maxBytes: () => 1e9,
      isOn: () => true,
      keptLists: () => [],
      now: () => now,
    })
    const kept = createKeptImages(archive, (id) => id === 's')
    /** Simulates a restart: the memory cache is empty. */
    const read = (path: string, options: Partial<ImageDeps> = {}, id = 's') =>
      code(Promise.resolve(reader(url, { kept, ...options })({ source: id, url: url + path }, context)))

    now -= 31 * 86_400_000
    expect(await read('/A.png')).toBe('ok')
    expect(await read('/old.png')).toBe('ok')
    now = Date.now()
    expect(await read('/A.png')).toBe('ok')
    expect(asked).toBe(3)
    expect(await read('/A.png')).toBe('ok')
    expect(asked).toBe(3)
    expect(await read('/A.png', { allowed: () => false })).toMatchObject({ reason: 'images_off' })

    isDown = true
    expect(await read('/old.png')).toBe('ok')
    expect(await read('/a.png')).toMatchObject({ code: 'server_error' })
    // The source's data is not stored.
    expect(await read('/A.png', {}, 'sample')).toMatchObject({ code: 'server_error' })
    archive.forget('s')
    expect(await read('/A.png')).toMatchObject({ code: 'server_error' })
    archive.close()
  })

  it('asks no host of images before the person has agreed once, not by a redirect either', async () => {
    let asked = 0
    const elsewhere = await serve((_request, response) => {
      asked += 1
      response.end(PNG)
    })
    const url = await serve((request, response) => {
      if (request.url === '/moved.png') response.writeHead(302, { location: `${elsewhere}/a.png` })
      response.end(PNG)
    })
    const settings: { images?: boolean } = {}
    const read = reader(url, { allowed: () => settings.images })
    const codeOf = (image: string) => code((async () => read({ source: 's', url: image }, context))())
    for (const image of [`${elsewhere}/a.png`, 'ipfs://bafy/1.png', 'ar://abc'])
      expect(await codeOf(image)).toMatchObject({ code: 'forbidden', reason: 'images_not_agreed' })
    expect(await codeOf(`${url}/moved.png`)).toMatchObject({ code: 'server_error', status: 302 })
    expect(await codeOf(`${url}/own.png`)).toBe('ok')
    expect(await codeOf(`data:image/png;base64,${PNG.toString('base64')}`)).toBe('ok')
    expect(asked).toBe(0)
    settings.images = false
    expect(await codeOf(`${url}/own.png`)).toMatchObject({ code: 'forbidden', reason: 'images_off' })
  })

  const chunk = (...parts: (string | readonly number[] | Uint8Array)[]) =>
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    )
  const u16 = (n: number) => [n >> 8, n & 255]
  const u32 = (n: number) => [...u16(n >>> 16), ...u16(n & 0xffff)]
  const le = (n: number) => u16(n).reverse()
  const rest = Array.from({ length: 40 }, () => 0)
  const CLAIMS: Record<string, (w: number, h: number) => Buffer> = {
    PNG: (w, h) => chunk('\u0089PNG\r\n\u001a\n', u32(13), 'IHDR', u32(w), u32(h), rest),
    JPEG: (w, h) =>
      chunk([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc2, 0, 11, 8], u16(h), u16(w), rest),
    GIF: (w, h) => chunk('GIF89a', le(w), le(h), [0, 0, 0], rest),
    'GIF with a picture beyond its screen': (w, h) =>
      chunk(
        'GIF89a',
        le(1),
        le(1),
        [0x80, 0, 0],
        [0, 0, 0, 1, 1, 1],
        [0x21, 0xf9, 1, 0, 0, 0x2c, 0, 0, 0, 0],
        le(w),
        le(h),
        rest,
      ),
    'WebP, extended': (w, h) =>
      chunk('RIFF', u32(60), 'WEBPVP8X', u32(10), u32(0), le(w - 1), [0], le(h - 1), [0], rest),
    'WebP, lossy': (w, h) =>
      chunk(
        'RIFF',
        u32(60),
        'WEBPVP8 ',
        u32(10),
        [0, 0, 0, 0x9d, 1, 0x2a],
        le(w & 0x3fff),
        le(h & 0x3fff),
        rest,
      ),
    'WebP, lossless': (w, h) => {
      const bits = ((w - 1) & 0x3fff) | (((h - 1) & 0x3fff) << 14)
      return chunk('RIFF', u32(60), 'WEBPVP8L', u32(10), [0x2f], u32(bits >>> 0).reverse(), rest)
    },
    AVIF: (w, h) => Buffer.concat([box('ftyp', 'avif', rest), described(w, h)]),
    'AVIF, behind a box that says another size': (w, h) => {
      const decoy = box('free', ispe(1, 1), Buffer.alloc(300_000))
      return Buffer.concat([box('ftyp', 'avif', rest), decoy, described(w, h)])
    },
    'AVIF, whose frames are larger than it says': (w, h) =>
      Buffer.concat([box('ftyp', 'avif', rest), located(52 + 8, frames(w, h)), box('free', frames(w, h))]),
    'AVIF, whose frames are in a box beside': (w, h) =>
      Buffer.concat([box('ftyp', 'avif', rest), located(0, frames(w, h), { isInMeta: true })]),
    'AVIF, animated, whose frames are larger than it says': (w, h) => {
      const frame = box('av01', Buffer.alloc(24), u16(1), u16(1), Buffer.alloc(50))
      const stbl = (at: number) =>
        box('stbl', box('stsd', u32(0), u32(1), frame), box('stco', u32(0), u32(1), u32(at)))
      const moov = (at: number) => box('moov', box('trak', box('mdia', box('minf', stbl(at)))))
      const head = box('ftyp', 'avis', rest)
      return Buffer.concat([head, moov(head.length + moov(0).length + 8), box('mdat', frames(w, h))])
    },
    'AVIF, animated': (w, h) => {
      const frame = box('av01', Buffer.alloc(24), u16(w), u16(h), Buffer.alloc(50))
      const stsd = box('stsd', u32(0), u32(1), frame)
      const trak = box('trak', box('mdia', box('minf', box('stbl', stsd))))
      return Buffer.concat([box('ftyp', 'avis', rest), box('moov', trak)])
    },
  }
  function box(type: string, ...content: Parameters<typeof chunk>) {
    const inner = chunk(...content)
    return chunk(u32(inner.length + 8), type, inner)
  }
  function ispe(w: number, h: number) {
    return box('ispe', u32(0), u32(w), u32(h))
  }
  /** A delimiter, some padding, and a sequence header with sixteen bits for each side. */
  function frames(w: number, h: number) {
    const bits = `0001100000${'1111'.repeat(2)}${[w - 1, h - 1].map((n) => n.toString(2).padStart(16, '0')).join('')}`
    const bytes = bits.padEnd(64, '0').match(/.{8}/g) ?? []
    return Buffer.from([0x12, 0, 0x7a, 2, 0, 0, 0x0a, 8, ...bytes.map((byte) => Number.parseInt(byte, 2))])
  }
  /** One item at a position, in two parts, of a picture that claims to have one pixel. */
  function located(at: number, stream: Buffer, { isInMeta = false } = {}) {
    const meta = (from: number) =>
      box(
        'meta',
        u32(0),
        box('iprp', box('ipco', ispe(1, 1))),
        box('iloc', u32(0x01_00_00_00), [0x44, 0], u16(1), u16(1), u16(isInMeta ? 1 : 0), u16(0), u16(2), [
          ...u32(from),
          ...u32(7),
          ...u32(from + 7),
          ...u32(stream.length - 7),
        ]),
        isInMeta ? box('idat', stream) : [],
      )
    return meta(isInMeta ? at : at + meta(0).length)
  }
  function described(w: number, h: number) {
    return box('meta', u32(0), box('iprp', box('ipco', ispe(1, 1), ispe(w, h))))
  }

  it.each(Object.entries(CLAIMS))('shows no %s that would become gigabytes', async (_name, image) => {
    const bodies: Record<string, Buffer> = { '/large': image(16_000, 16_000), '/small': image(512, 384) }
    const url = await serve((request, response) => response.end(bodies[request.url ?? '']))
    const read = reader(url)
    const ask = (path: string) => code(Promise.resolve(read({ source: 's', url: url + path }, context)))
    expect(await ask('/large')).toMatchObject({
      code: 'bad_response',
      reason: { kind: 'too_many_pixels', width: 16_000, height: 16_000 },
    })
    expect(await ask('/small')).toBe('ok')
  })

  it('shows no image whose header gives no size', async () => {
    const cut = Object.values(CLAIMS).map((image) => image(5, 5).subarray(0, 12))
    const url = await serve((request, response) => response.end(cut[Number(request.url?.slice(1))]))
    const read = reader(url)
    for (const number of cut.keys())
      expect(
        await code(Promise.resolve(read({ source: 's', url: `${url}/${String(number)}` }, context))),
      ).toMatchObject({ code: 'bad_response', reason: 'not_an_image' })
  })

  it('finds a picture of ipfs at the next gateway where the first has it not', async () => {
    const asked: string[] = []
    const url = await serve((request, response) => {
      asked.push(request.url ?? '')
      if (request.url?.startsWith('/second/ipfs/')) response.end(PNG)
      else response.writeHead(504).end()
    })
    const own = readGateways({ CHAINGLASS_IPFS_GATEWAY: `${url}/first ${url}/second/ipfs/` })
    const read = reader('http://127.0.0.1:1', { gateways: own })
    expect(await read({ source: 's', url: 'ipfs://ipfs/bafy/1.png' }, context)).toMatchObject({
      type: 'image/png',
    })
    expect(asked).toEqual(['/first/ipfs/bafy/1.png', '/second/ipfs/bafy/1.png'])
  })

  it('reads data: URLs without asking anyone, and nothing at all where images are switched off', async () => {
    const url = `data:image/png;base64,${PNG.toString('base64')}`
    const on = reader('http://127.0.0.1:1')
    expect(await on({ source: 's', url }, context)).toMatchObject({ type: 'image/png' })
    const off = reader('http://127.0.0.1:1', { allowed: () => false })
    expect(await code(Promise.resolve().then(() => off({ source: 's', url }, context)))).toMatchObject({
      code: 'forbidden',
    })
  })

  const SVG = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 2'>
<rect width='4'
height='2' fill='#ff0000'/><text y='2' font-size='1'>100% 獣</text></svg>`
  it.each([
    ['as it is', `data:image/svg+xml;utf8,${SVG}`],
    ['percent-encoded', `data:image/svg+xml,${encodeURIComponent(SVG)}`],
    ['in base64', `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`],
    ['of another type', `data:text/plain;charset=utf-8;base64,${Buffer.from(SVG).toString('base64')}`],
  ])('draws an SVG that stands in its URL %s', async (_, url) => {
    const drawn = await reader('http://127.0.0.1:1')({ source: 's', url }, context)
    const image = drawn as { type: string; base64: string }
    expect(image.type).toBe('image/png')
    expect(readImageSize('image/png', Buffer.from(image.base64, 'base64'))).toEqual({
      width: 1024,
      height: 512,
    })
  })

  it('draws an SVG of a server, keeps it as a picture, and never gives it as a document', async () => {
    const url = await serve((_request, response) => response.end(SVG))
    const written: unknown[] = []
    const kept: ImageDeps['kept'] = { read: () => undefined, write: (_s, _u, image) => written.push(image) }
    const drawn = await reader(url, { kept })({ source: 's', url: `${url}/a.svg` }, context)
    expect(drawn).toMatchObject({ type: 'image/png' })
    expect(written).toEqual([drawn])
    const never = reader(url, { drawSvg: () => Promise.resolve(undefined) })
    expect(await code(Promise.resolve(never({ source: 's', url: `${url}/b.svg` }, context)))).toMatchObject({
      reason: 'not_an_image',
    })
  })

  it('does not call an SVG, HTML or an empty body an image', () => {
    for (const text of ['<svg', '<!doctype html>', '', 'RIFF....WAVE'])
      expect(detectImageType(Buffer.from(text)), text).toBeUndefined()
  })
})
