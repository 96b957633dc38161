import { expect, it, vi } from 'vitest'
import type { Session } from '../session.ts'
import { createSessionHolder } from './session-holder.ts'

function sessions() {
  const opened: { isOpen: boolean; lose: (error: Error) => void }[] = []
  const open = vi.fn(() => {
    const lost = Promise.withResolvers<never>()
    lost.promise.catch(() => undefined)
    const one = { isOpen: true, lose: lost.reject }
    // Two open sessions would write to one data folder.
    expect(opened.every(({ isOpen }) => !isOpen)).toBe(true)
    opened.push(one)
    return Promise.resolve({
      lost: lost.promise,
      close: () => {
        one.isOpen = false
        return Promise.resolve()
      },
    } as unknown as Session)
  })
  return { open, opened }
}

it('is opened at its first use, shared, and closed when it is not used', async () => {
  const { open, opened } = sessions()
  const holder = createSessionHolder(open, 1)
  expect(open).not.toHaveBeenCalled()
  await Promise.all([holder.use(() => Promise.resolve()), holder.use(() => Promise.resolve())])
  expect(open).toHaveBeenCalledTimes(1)
  await expect.poll(() => opened[0]!.isOpen).toBe(false)
  await holder.use(() => {
    expect(opened[1]!.isOpen).toBe(true)
    return Promise.resolve()
  })
  await holder.close()
  expect(opened[1]!.isOpen).toBe(false)
})

it('whose core has gone fails what was asked, and is opened again', async () => {
  const { open, opened } = sessions()
  const holder = createSessionHolder(open, 60_000)
  const asked = holder.use(() => new Promise(() => undefined))
  await expect.poll(() => opened.length).toBe(1)
  opened[0]!.isOpen = false
  opened[0]!.lose(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
  expect(await holder.use(() => Promise.resolve('again'))).toBe('again')
  await holder.close()
})

it('that can’t be opened is tried again at the next use', async () => {
  const { open } = sessions()
  open.mockRejectedValueOnce(new Error('locked'))
  const holder = createSessionHolder(open, 60_000)
  await expect(holder.use(() => Promise.resolve())).rejects.toThrow('locked')
  expect(await holder.use(() => Promise.resolve('now'))).toBe('now')
  await holder.close()
})
