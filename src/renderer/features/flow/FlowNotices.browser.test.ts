/** The graph says what its limits leave out, and how much. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { computed } from 'vue'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import FlowNotices from './FlowNotices.vue'
import type { LeftOut } from '#renderer/entities/flow/graph/flow-graph.ts'

const flow = {
  transaction: {
    answer: computed(() => undefined),
    error: computed(() => undefined),
    isReading: computed(() => false),
    askSource: () => Promise.resolve(),
  },
  errors: computed(() => []),
  readOn: () => undefined,
}
const open = (leftOut: LeftOut) =>
  mountInApp(FlowNotices, {
    core: createScriptedCore(),
    props: { flow, leftOut },
    route: '/',
  })

test('each bound is said, with how many are left out', async () => {
  await open({ nodes: 1_234, edges: 1, ends: 2_500, cut: 2 })
  for (const text of [
    'A graph has at most 5,000 addresses: 1,234 more are left out.',
    'A graph has at most 20,000 edges: 1 more is left out.',
    'One step goes on from at most 500 addresses: 2,500 more were left out. The next step from all ends goes on from them.',
    'Of 2 addresses only the newest 100,000 movements are counted: older ones are left out.',
  ])
    await expect.element(page.getByText(text)).toBeVisible()
})

test('a graph within its bounds says nothing', async () => {
  await open({ nodes: 0, edges: 0, ends: 0, cut: 0 })
  expect(document.querySelector('.flow-notices')?.textContent).toBe('')
})
