/** The SVG file of a graph, which a browser opens as a page: names and notes in it stay text. */
import { Resvg } from '@resvg/resvg-js'
import { expect, test } from 'vitest'
import type { FlowPicture, NodeShape } from './flow-picture.ts'
import { writeSvg } from './write-svg.ts'

const HOSTILE =
  '</title></text><script>alert(1)</script><a xlink:href="javascript:alert(1)">" onload="alert(1)" &amp; &#60;script> ]]> <!-- \0\u0008\ufffe\ud800\u202e'

const GREY = '#808080'
const SIDES = { came: GREY, went: GREY, back: GREY }
const colors = {
  ...SIDES,
  ground: GREY,
  surface: GREY,
  line: GREY,
  text: GREY,
  faint: GREY,
  accent: GREY,
  warn: GREY,
  bad: GREY,
}
const node = (id: string, x: number): NodeShape =>
  ({
    node: { id, kind: 'address', count: 1, party: { hash: id } },
    x,
    y: 0,
    text: { title: HOSTILE.slice(20), detail: HOSTILE.slice(8), note: HOSTILE, tone: 'plain' },
  }) as unknown as NodeShape

test('hostile names and notes are text in a picture: no element, no attribute, nothing that XML has no sign for', () => {
  const [from, to] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
  const picture = {
    nodes: new Map([
      [from, node(from, 0)],
      [to, node(to, 400)],
    ]),
    edges: [{ edge: { from, to, sums: [] }, tone: 'went', thickness: 2, curvature: 0 }],
  } as unknown as FlowPicture
  const svg = writeSvg(picture, {
    colors,
    caption: HOSTILE,
    titleOf: () => HOSTILE,
    edgeTitleOf: () => HOSTILE,
  })
  // Only well-formed SVG renders.
  expect(new Resvg(svg).width).toBeGreaterThan(300)
  const tags = [...svg.matchAll(/<\/?([a-z]+)([^>]*)>/gi)]
  expect(new Set(tags.map(([, name]) => name))).toEqual(
    new Set(['svg', 'title', 'rect', 'g', 'path', 'text']),
  )
  expect(tags.map(([, , attributes = '']) => attributes).join('')).not.toMatch(/on\w+=|href|script/i)
  expect(svg).not.toMatch(/[\0\u0008\ufffe]|<!|\]\]>/)
})
