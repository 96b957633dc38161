import { expect, test } from 'vitest'
import { chordOf, isShifted } from './key-chord.ts'

const chord = (key: string, more: object = {}) =>
  chordOf({ key, altKey: false, ctrlKey: false, metaKey: false, ...more })

test('a key is named alike whatever the system makes of it', () => {
  expect(chord('J')).toBe('j')
  expect(chord('?')).toBe('?')
  expect(chord('K', { metaKey: true })).toBe('mod+k')
  expect(chord('j', { altKey: true, code: 'KeyJ' })).toBe('alt+j')
  expect(chord('∆', { altKey: true, code: 'KeyJ' })).toBe('alt+j')
  expect(chord('ArrowLeft', { altKey: true, code: 'ArrowLeft' })).toBe('alt+arrowleft')
})

test('a sign that a keyboard has behind AltGr is the sign', () => {
  const getModifierState = (name: string) => name === 'AltGraph'
  expect(chord('[', { altKey: true, ctrlKey: true, code: 'Digit8', getModifierState })).toBe('[')
})

test('with Shift a letter is another, a sign is itself', () => {
  expect(isShifted({ key: 'C', shiftKey: true })).toBe(true)
  expect(isShifted({ key: 'ArrowDown', shiftKey: true })).toBe(true)
  expect(isShifted({ key: '?', shiftKey: true })).toBe(false)
})
