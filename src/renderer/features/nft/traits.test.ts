import { expect, test } from 'vitest'
import { metadataText, traitsOf } from './traits.ts'

test('traits in the common form, as a map, and as bare words', () => {
  expect(traitsOf({ attributes: [{ trait_type: 'Mood', value: 'calm' }, { value: 7 }, 'plain'] })).toEqual([
    { name: 'Mood', value: 'calm' },
    { name: '', value: '7' },
    { name: '', value: 'plain' },
  ])
  expect(traitsOf({ properties: { Colour: 'red', Size: { value: 'L' }, Odd: { a: 1 } } })).toEqual([
    { name: 'Colour', value: 'red' },
    { name: 'Size', value: 'L' },
  ])
})

test('metadata that is anything else gives none', () => {
  for (const metadata of [
    null,
    undefined,
    'text',
    5,
    [],
    { attributes: 'x' },
    { attributes: [null, { value: {} }] },
  ])
    expect(traitsOf(metadata)).toEqual([])
  expect(metadataText({ name: 5 }, 'name')).toBeUndefined()
  expect(metadataText({ name: ' ' }, 'name')).toBeUndefined()
  expect(metadataText({ description: 'a\nb' }, 'description')).toBe('a\nb')
})
