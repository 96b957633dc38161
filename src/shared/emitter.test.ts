import { expect, it } from 'vitest'
import { createEmitter } from './emitter.ts'

it('calls listeners in order, each until it is removed, a listener added twice twice', () => {
  const emitter = createEmitter<number>()
  const calls: string[] = []
  const a = (event: number) => void calls.push(`a${String(event)}`)
  const removeFirst = emitter.on(a)
  emitter.on((event) => void calls.push(`b${String(event)}`))
  emitter.on(a)
  emitter.emit(1)
  removeFirst()
  removeFirst()
  emitter.emit(2)
  expect(calls).toEqual(['a1', 'b1', 'a1', 'b2', 'a2'])
  expect(emitter.size).toBe(2)
})

it('a listener added or removed during an event counts from the next one on', () => {
  const emitter = createEmitter<number>()
  const calls: string[] = []
  const removeA = emitter.on((event) => {
    calls.push(`a${String(event)}`)
    removeB()
    if (event === 1) emitter.on((later) => void calls.push(`c${String(later)}`))
  })
  const removeB = emitter.on((event) => void calls.push(`b${String(event)}`))
  emitter.emit(1)
  emitter.emit(2)
  removeA()
  emitter.emit(3)
  expect(calls).toEqual(['a1', 'b1', 'a2', 'c2', 'c3'])
})
