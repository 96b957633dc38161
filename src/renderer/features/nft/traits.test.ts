import { expect, test } from 'vitest'
import { readMetadataText, readTraits } from './traits.ts'

test('traits in the common form, as a map, and as only values', () => {
  expect(readTraits({ attributes: [{ trait_type: 'Mood', value: 'calm' }, { value: 7 }, 'plain'] })).toEqual([
    { name: 'Mood', value: 'calm' },
    { name: '', value: '7' },
    { name: '', value: 'plain' },
  ])
  expect(readTraits({ properties: { Colour: 'red', Size: { value: 'L' }, Odd: { a: 1 } } })).toEqual([
    { name: 'Colour', value: 'red' },
    { name: 'Size', value: 'L' },
  ])
})

test('metadata of any other form has no traits', () => {
  for (const metadata of [
    null,
    undefined,
    'text',
    5,
    [],
    { attributes: 'x' },
    { attributes: [null, { value: {} }] },
  ])
    expect(readTraits(metadata)).toEqual([])
  expect(readMetadataText({ name: 5 }, 'name')).toBeUndefined()
  expect(readMetadataText({ name: ' ' }, 'name')).toBeUndefined()
  expect(readMetadataText({ description: 'a\nb' }, 'description')).toBe('a\nb')
})
