import fc from 'fast-check'
import { expect, it } from 'vitest'
import { itemTexts } from './item-texts.ts'

it('cuts any answer into the texts of its items, however it is formatted', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(0, 2, '\t'),
      (items, more, indent) => {
        const text = JSON.stringify({ ...more, items, next_page_params: { items: [1] } }, null, indent)
        const texts = itemTexts(text)
        expect(texts.map((item) => JSON.parse(item) as unknown)).toEqual(
          (JSON.parse(text) as { items: unknown[] }).items,
        )
        expect(texts.every((item) => text.includes(item) && item === item.trim())).toBe(true)
      },
    ),
  )
})

it('takes the last of several lists of that name, and none where it is no list', () => {
  expect(itemTexts('{"items":[1],"\\u0069tems": [ 2.0e3 , [3]]}')).toEqual(['2.0e3', '[3]'])
  for (const text of ['{"items":[1],"items":{"a":[1]}}', '{"more":{"items":[1]}}', '[[1]]', '"items"'])
    expect(itemTexts(text)).toEqual([])
})
