import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { useRecent } from './recent.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function openRecent() {
  let recent!: ReturnType<typeof useRecent>
  const { core } = await mountInApp({
    setup() {
      recent = useRecent()
      return () => null
    },
  })
  core.handle('recent.visit', () => null)
  const told = () => core.inputsOf('recent.visit').map(({ path, title }) => `${path} ${title}`)
  return {
    told,
    visit: (path: string, title: string) => {
      recent.visit({ source: 'eth', path, title })
    },
  }
}

test('a visit is told a moment later, once, with the title that came meanwhile', async () => {
  const { told, visit } = await openRecent()
  visit('/a', '0x1')
  visit('/a', 'vitalik.eth')
  expect(told()).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(told()).toEqual(['/a vitalik.eth'])
  vi.advanceTimersByTime(1_000)
  expect(told()).toHaveLength(1)
})

test('of several in a row each is told, in their order, and at once where the window closes', async () => {
  const { told, visit } = await openRecent()
  visit('/a', 'A')
  visit('/b', 'B')
  visit('/a', 'A')
  expect(told()).toEqual([])
  dispatchEvent(new Event('pagehide'))
  expect(told()).toEqual(['/b B', '/a A'])
})
