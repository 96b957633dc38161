/** A graph appears before the lists of its address are read to the end, and reports their progress. */
import { expect, test } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { beginAt } from '#shared/flow/flow-state.ts'
import type { FlowStep } from '#shared/rpc/contract/flow.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { useSteps } from './use-flow-steps.ts'

const ADDRESS = `0x${'1'.repeat(40)}`
const STEP = { of: ADDRESS, direction: 'out', limit: 10, opens: false } as const
const answer = (counterparties: number): FlowStep => ({
  parties: [],
  sums: [],
  counterparties,
  others: 0,
  below: 0,
  assetsLeftOut: 0,
  stop: null,
  assets: [],
  leftOut: [],
  lists: [],
  isCut: false,
  unchecked: 0,
})

/** The steps of a graph before the core has read any rows. */
async function open() {
  const core = createScriptedCore()
  const whole = Promise.withResolvers<FlowStep>()
  let known = 0
  core.handle('flow.step', ({ soFar }) => (soFar ? answer((known += 1)) : whole.promise))
  let steps!: ReturnType<typeof useSteps>
  const Steps = defineComponent(() => {
    steps = useSteps(() => 'sample', ref(beginAt(ADDRESS)))
    return () => h('p')
  })
  await mountInApp(Steps, { core, route: '/' })
  steps.want([STEP])
  return { core, steps, whole }
}
const parts = ({ core }: Awaited<ReturnType<typeof open>>) =>
  core.inputsOf('flow.step').filter(({ soFar }) => soFar).length

test('what is there is shown whenever it is twice as much, and then all of it', async () => {
  const opened = await open()
  const { core, steps, whole } = opened
  core.emit('flow.progress', { rows: 0 })
  expect([steps.rows.value, parts(opened)]).toEqual([0, 0])
  core.emit('flow.progress', { rows: 1_000 })
  await expect.poll(() => steps.answerOf(STEP)?.counterparties).toBe(1)
  core.emit('flow.progress', { rows: 1_900 })
  expect([steps.rows.value, parts(opened)]).toEqual([1_900, 1])
  core.emit('flow.progress', { rows: 2_000 })
  await expect.poll(() => steps.answerOf(STEP)?.counterparties).toBe(2)
  expect(steps.isReading.value).toBe(true)
  whole.resolve(answer(50))
  await expect.poll(() => steps.answerOf(STEP)?.counterparties).toBe(50)
  expect([steps.isReading.value, steps.rows.value]).toEqual([false, 0])
  expect(core.subscriptionsTo('flow.progress')).toEqual([])
})

test('who stops it keeps what is there, and reads on from it', async () => {
  const opened = await open()
  const { core, steps } = opened
  core.emit('flow.progress', { rows: 1_000 })
  await expect.poll(() => steps.answerOf(STEP)?.counterparties).toBe(1)
  steps.cancel()
  expect([steps.isReading.value, steps.answerOf(STEP)?.counterparties]).toEqual([false, 1])
  steps.readOn()
  expect(steps.isReading.value).toBe(true)
  expect(core.inputsOf('flow.step').filter(({ soFar }) => !soFar)).toHaveLength(2)
})
