import { expect, test } from 'vitest'
import { dragFirstEdge } from '#renderer/testing/drag-edge.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import FlowTable from './FlowTable.vue'

test('how wide its columns are made is kept, also where it is left at once', async () => {
  const { core, wrapper } = await mountInApp(FlowTable, {
    props: { source: 'eth', rows: [], text: {}, imitated: new Map(), isReading: false, openKey: undefined },
  })
  core.handle('settings.change', (settings) => settings)
  const width = dragFirstEdge(60)
  wrapper.unmount()
  const [{ columns = {} } = {}] = core.inputsOf('settings.change')
  expect(Object.values(columns.flow?.widths ?? {})).toEqual([width + 60])
})
