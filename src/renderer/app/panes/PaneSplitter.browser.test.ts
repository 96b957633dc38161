import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h, nextTick } from 'vue'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import PaneSplitter from './PaneSplitter.vue'

const WIDTH = 1000
const tab = (id: string) => ({ id, path: '/', title: '', isPinned: false })

async function open(layout: 'beside' | 'below', dir: 'ltr' | 'rtl' = 'ltr') {
  await mountInApp({
    setup() {
      useWorkspace().replaceAll({
        version: 1,
        panes: [
          { id: 'one', tabs: [tab('a')], active: 'a' },
          { id: 'two', tabs: [tab('b')], active: 'b' },
        ],
        layout,
        ratio: 0.5,
        activePane: 'one',
      })
      return () =>
        h(
          'div',
          {
            dir,
            style: `position: relative; width: ${String(WIDTH)}px; height: 400px; --first: ${String(useWorkspace().current.ratio)}`,
          },
          [h('p', { id: 'place-one', style: 'user-select: text' }, 'some text'), h(PaneSplitter)],
        )
    },
  })
}
const line = () => page.getByRole('separator', { name: 'Size of the panes' }).element()
const percent = () => Number(line().getAttribute('aria-valuenow'))
/** As in a browser: a pointer that was not pressed on the line is not captured by it. */
const drag = (type: string, x: number) => {
  line().dispatchEvent(
    new PointerEvent(type, { pointerId: 1, button: 0, buttons: 1, clientX: x, clientY: 50, bubbles: true }),
  )
}

test('a selection of text that is dragged across the line sizes nothing', async () => {
  await open('beside')
  const { left } = line().parentElement!.getBoundingClientRect()
  drag('pointermove', left + 503)
  drag('pointermove', left + 700)
  await nextTick()
  expect(percent()).toBe(50)
})

test.each([
  ['beside', 'ltr', 'ArrowRight', 'ArrowLeft'],
  ['beside', 'rtl', 'ArrowLeft', 'ArrowRight'],
  ['below', 'ltr', 'ArrowDown', 'ArrowUp'],
] as const)('%s, %s: arrows, ends, and Enter there and back', async (layout, dir, more, less) => {
  await open(layout, dir)
  line().focus()
  await userEvent.keyboard(`{${more}}{${more}}{${less}}`)
  await expect.poll(percent).toBe(55)
  await userEvent.keyboard('{Home}')
  await expect.poll(percent).toBe(20)
  await userEvent.keyboard('{End}')
  await expect.poll(percent).toBe(80)
  await userEvent.keyboard('{Enter}')
  await expect.poll(percent).toBe(20)
  await userEvent.keyboard('{Enter}')
  await expect.poll(percent).toBe(80)
  // Arrows of the other axis do nothing.
  await userEvent.keyboard(layout === 'beside' ? '{ArrowUp}{ArrowDown}' : '{ArrowLeft}{ArrowRight}')
  await expect.poll(percent).toBe(80)
  expect(document.getElementById(line().getAttribute('aria-controls')!)).not.toBeNull()
})

test('in a window that reads from right to left, the line is where the first pane ends', async () => {
  await open('beside', 'rtl')
  line().focus()
  await userEvent.keyboard('{Home}')
  await expect
    .poll(() => {
      const { right } = line().parentElement!.getBoundingClientRect()
      const { left, width } = line().getBoundingClientRect()
      return Math.floor(right - left - width / 2)
    })
    .toBe(WIDTH * 0.2)
})
