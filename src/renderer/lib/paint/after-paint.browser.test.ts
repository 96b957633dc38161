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
  const from = performance.now()
  let isOver = false
  let hasEnded = false
  const { port1, port2 } = new MessageChannel()
  /** Runs task after task for a while. Frames can be drawn in between, but there is no idle moment. */
  port2.onmessage = () => {
    const began = performance.now()
    while (performance.now() - began < 5);
    hasEnded = began - from > 1_000
    if (!isOver && !hasEnded) port1.postMessage(null)
  }
  port1.postMessage(null)
  await new Promise<void>(afterPaint)
  isOver = true
  port1.close()
  expect(hasEnded).toBe(false)
})
