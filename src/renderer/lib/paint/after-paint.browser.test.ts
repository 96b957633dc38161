import { expect, test } from 'vitest'
import { afterPaint } from './after-paint.ts'

test('what runs after a paint comes after all tasks that waited for its frame', async () => {
  const order: string[] = []
  await new Promise<void>((resolve) => {
    afterPaint(() => {
      order.push('after the paint')
      resolve()
    })
    requestAnimationFrame(() => {
      order.push('the frame')
      setTimeout(() => order.push('a task after it'))
    })
  })
  expect(order).toEqual(['the frame', 'a task after it', 'after the paint'])
})

test('it comes soon where the window is never idle', async () => {
  let isOver = false
  const busy = new MessageChannel()
  busy.port2.onmessage = () => {
    if (!isOver) busy.port1.postMessage(null)
  }
  busy.port1.postMessage(null)
  const from = performance.now()
  await new Promise<void>(afterPaint)
  isOver = true
  busy.port1.close()
  expect(performance.now() - from).toBeLessThan(1_000)
})
