import { afterEach, expect, test } from 'vitest'
import { DETAIL_ITEMS } from '#shared/lists/detail-items.ts'
import { LIST_ITEMS } from '#shared/lists/list-items.ts'
import { describeValue } from '#shared/chain/value-phrases.ts'
import { setTranslator } from '#shared/text/gettext.ts'
import { explainExcess, explainUnreadable } from './explain-unreadable.ts'

afterEach(() => {
  setTranslator(() => null)
})

const JUNK: readonly unknown[] = [undefined, null, [], [[]], {}, 'soon', 1.5, true]
/** Invalid values for each field of an item in turn, also one level down. */
const junkFor = (fields: readonly string[]) =>
  JUNK.flatMap((junk) => [junk, ...fields.flatMap((name) => [{ [name]: junk }, { [name]: { hash: junk } }])])

test('every phrase that says why something could not be read can be said in another language', () => {
  setTranslator(() => ({
    locale: 'x',
    text: (text) => `«${text}»`,
    plural: (one) => one,
  }))
  const unknown = new Set<string>()
  const check = ({ found, expected }: { readonly found: string; readonly expected: string }) => {
    for (const phrase of [found, expected])
      if (!describeValue(phrase).startsWith('«') && !/^(missing|null|true|false|-?[\d.]+)$/.test(phrase))
        unknown.add(phrase)
  }
  const schemas = [...Object.values(LIST_ITEMS), ...Object.values(DETAIL_ITEMS)]
  for (const schema of schemas) {
    const fields = Object.keys((schema as { shape?: object }).shape ?? {})
    for (const junk of junkFor(['hash', 'token', 'value', ...fields])) check(explainUnreadable(junk, schema))
  }
  for (const bound of ['depth', 'width', 'length', 'values'] as const)
    check(explainExcess({ bound, path: [] }))
  expect([...unknown]).toEqual([])
  expect(describeValue('the text "soon"')).toBe('«the text "soon"»')
  expect(describeValue('longer than 2,000,000 characters')).toBe('«longer than 2,000,000 characters»')
})
