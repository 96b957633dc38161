import { afterEach, describe, expect, expectTypeOf, it } from 'vitest'
import { $gettext, $msgid, $ngettext, $nmsgid, $pgettext, currentLocale, setTranslator } from './gettext.ts'

describe('texts of the window', () => {
  afterEach(() => {
    setTranslator(() => null)
  })
  const german = {
    locale: 'de',
    text: (text: string, context?: string) =>
      (({ 'Read %{age} ago': 'Vor %{age} gelesen', 'verb\u0004Block': 'Sperren' }) as Record<string, string>)[
        context === undefined ? text : `${context}\u0004${text}`
      ] ?? text,
    plural: (one: string, _many: string, count: number) =>
      one === 'row' ? (count === 1 ? 'Zeile' : 'Zeilen') : one,
  }

  it('are the English ones where no translator is set', () => {
    expect($gettext('Copy')).toBe('Copy')
    expect($gettext('Read %{age} ago', { age: '5 min' })).toBe('Read 5 min ago')
    expect($ngettext('row', 'rows', 1)).toBe('row')
    expect($ngettext('row', 'rows', 0)).toBe('rows')
    expect($msgid('Copy')).toBe('Copy')
    expect($nmsgid('row', 'rows')).toEqual({ one: 'row', many: 'rows' })
    expect(currentLocale()).toBe('en')
  })

  it('are those of the translator, with the same values', () => {
    setTranslator(() => german)
    expect($gettext('Read %{age} ago', { age: '5 min' })).toBe('Vor 5 min gelesen')
    expect($ngettext('row', 'rows', 2)).toBe('Zeilen')
    expect($pgettext('verb', 'Block')).toBe('Sperren')
    expect($gettext('Not there')).toBe('Not there')
    expect(currentLocale()).toBe('de')
  })

  it('puts values in as they are, once: what a chain names a token is no template', () => {
    expect($gettext('Of %{name}', { name: '%{age} $& $1' })).toBe('Of %{age} $& $1')
    expect($gettext('Amount %{amount}', { amount: 10n ** 30n })).toBe(`Amount 1${'0'.repeat(30)}`)
  })

  it('knows by type which values a text needs', () => {
    expectTypeOf($gettext<'Read %{age} ago'>)
      .parameter(1)
      .toEqualTypeOf<Readonly<Record<'age', string | number | bigint>>>()
    // @ts-expect-error a value is missing
    expect($gettext('Read %{age} ago', {})).toBe('Read %{age} ago')
  })
})
