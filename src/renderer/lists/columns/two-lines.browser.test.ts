import { expect, onTestFinished, test } from 'vitest'
import { h } from 'vue'
import { exampleAddress, exampleTransaction } from '#shared/lists/testing/example-items.ts'
import { exampleContext } from '#renderer/testing/cell-context.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import '#renderer/ui/grid/cells.css'
import '#renderer/ui/grid/data-grid.css'
import { columnsOf, loadColumns } from './list-columns.ts'

await loadColumns()

test.each([16, 32])(
  'a name that has room in a row of two lines is whole at a text size of %i px',
  async (size) => {
    document.documentElement.style.fontSize = `${String(size)}px`
    onTestFinished(() => {
      document.documentElement.style.fontSize = ''
    })
    const [own, other] = [{ hash: exampleAddress(1) }, { hash: exampleAddress(2), name: 'Relics' }]
    const column = columnsOf('address-transactions', {}).find(({ id }) => id === 'counterparty')
    const cells = [
      [own, other],
      [other, own],
    ].map(([from, to]) => {
      const item = { ...exampleTransaction(1), from, to } as never
      return column?.narrow?.cell?.(item, { ...exampleContext, ownAddress: own.hash }, 0)
    })
    await mountInApp(() =>
      h('div', { class: 'data-grid' }, [
        cells.map((cell) =>
          h('div', { class: 'r two' }, [
            h('div', { class: 'line', style: '--first: minmax(0, max-content)' }, [h('div', [cell])]),
          ]),
        ),
      ]),
    )
    const names = Array.from(document.querySelectorAll<HTMLElement>('.addr'))
    expect(names).toHaveLength(2)
    for (const name of names) expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth)
  },
)
