/** The canvas draws texts again that were drawn before their font was loaded. */
import { expect, test, vi } from 'vitest'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import FlowCanvas from './FlowCanvas.vue'

test('names are measured and drawn anew once a font is loaded', async () => {
  const id = `0x${'ab'.repeat(20)}`
  const node = { id, party: { hash: id }, kind: 'address', parent: null, count: 1, hop: 0, row: 0 }
  const text = { title: `${id} and more`.repeat(3), detail: '', tone: 'plain' }
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText')
  const measured = vi.spyOn(CanvasRenderingContext2D.prototype, 'measureText')
  await mountInApp(FlowCanvas, {
    core: createScriptedCore(),
    props: {
      picture: { nodes: new Map([[id, { node, x: 0, y: 0, text }]]), edges: [] },
      chosen: undefined,
      describe: () => 'An address',
      theme: 'light',
      isComing: true,
      style: 'display: block; height: 400px',
    },
    route: '/',
  })
  await expect.poll(() => drawn.mock.calls.length).toBeGreaterThan(0)
  drawn.mockClear()
  measured.mockClear()
  document.fonts.dispatchEvent(new FontFaceSetLoadEvent('loadingdone'))
  // Without a new measurement, names keep the cut of the old font.
  await expect.poll(() => measured.mock.calls.length).toBeGreaterThan(0)
  expect(drawn).toHaveBeenCalled()
})
