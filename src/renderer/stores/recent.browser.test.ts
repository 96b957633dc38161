import { defineComponent, h } from 'vue'
import { expect, test } from 'vitest'
import { awaitRows, endAwaitingRows } from '#renderer/lib/paint/awaited-rows.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { useRecent } from './recent.ts'

const PATH = `/address/0x${'ab'.repeat(20)}`

test('a place is kept once its rows are painted, with the name it has then', async () => {
  let recent!: ReturnType<typeof useRecent>
  const Visitor = defineComponent(() => {
    recent = useRecent()
    return () => h('p')
  })
  const { core } = await mountInApp(Visitor)
  core.handle('recent.visit', () => null)
  awaitRows()
  recent.visit({ source: 'eth', path: PATH, title: '0xabab…abab' })
  recent.visit({ source: 'base', path: PATH, title: '0xabab…abab' })
  recent.visit({ source: 'eth', path: PATH, title: 'vault.eth' })
  await Promise.resolve()
  expect(core.inputsOf('recent.visit')).toEqual([])
  endAwaitingRows()
  await expect
    .poll(() => core.inputsOf('recent.visit'))
    .toEqual([
      { source: 'eth', path: PATH, title: 'vault.eth' },
      { source: 'base', path: PATH, title: '0xabab…abab' },
    ])
})
