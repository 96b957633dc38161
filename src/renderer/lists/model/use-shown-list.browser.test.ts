import { defineComponent } from 'vue'
import { expect, test } from 'vitest'
import { useCore } from '#renderer/lib/use-core.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { pageOf } from '#renderer/testing/scripted-core.ts'
import { useListCache } from './list-cache.ts'
import type { RowsQuestion } from './rows-question.ts'
import { useShownList } from './use-shown-list.ts'

const ALL: RowsQuestion = { text: '', sort: null, folds: true, zone: 'utc' }

test('a list is shown whose rows tell of a change while it is opened', async () => {
  const query = { source: 'eth', list: 'latest-transactions', params: {}, filters: {} } as const
  let list!: ReturnType<typeof useShownList>
  const Reader = defineComponent(() => {
    const rows = useListCache().open(useCore(), query).rowsOf(ALL)
    const enter = rows.enter.bind(rows)
    rows.enter = (onChange) => {
      const leave = enter(onChange)
      onChange()
      return leave
    }
    list = useShownList(
      () => query,
      () => ALL,
      () => false,
    )
    return () => null
  })
  const { core } = await mountInApp(Reader)
  expect(list.value.shown.count).toBe(0)
  await core.respond(pageOf(0, 2, null))
  list.value.see(0, 2)
  await expect.poll(() => list.value.shown.count).toBe(2)
})
