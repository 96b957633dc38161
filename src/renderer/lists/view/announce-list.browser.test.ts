import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { computed, defineComponent, effectScope, nextTick, ref, shallowRef, watch } from 'vue'
import type { ListViewContext } from '../context/list-view-context.ts'
import { announceList } from './announce-list.ts'

const listOf = (count: number, isAnswered: boolean) => ({
  ...{ open: 'a list', isAnswered, isReading: !isAnswered, shown: { count } },
  snapshot: { count: 100, isWhole: true, state: { kind: 'end' }, loadAll: undefined },
})

test('the count of the former rows is not announced of a filter that is not answered yet', async () => {
  const announced: string[] = []
  const filter = { query: ref(''), errors: ref([]), asked: ref('') }
  const list = shallowRef(listOf(100, true))
  const view = {
    ...{ filter, list, snapshot: computed(() => list.value.snapshot), counted: ref(100) },
    ...{ sort: ref(null), name: ref('Transactions'), columns: { all: ref([]) } },
    announce: (text: string) => announced.push(text),
  }
  const wrapper = mount(
    defineComponent(() => {
      watch(filter.query, () => (list.value = listOf(list.value.shown.count, false)))
      return () => null
    }),
  )
  // Outside of a component, as once its code is loaded: such watchers run before those of components.
  const scope = effectScope()
  scope.run(() => {
    announceList(view as unknown as ListViewContext)
  })
  await nextTick()
  filter.query.value = 'method:swap'
  await nextTick()
  list.value = listOf(7, true)
  await nextTick()
  expect(announced).toEqual(['Transactions: all 100 rows loaded.', '7 of 100 rows match.'])
  scope.stop()
  wrapper.unmount()
})
