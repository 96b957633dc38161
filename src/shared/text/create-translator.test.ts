import { describe, expect, it } from 'vitest'
import { createTranslator } from './create-translator.ts'

describe('texts of a catalogue', () => {
  const german = createTranslator('de', {
    Copy: 'Kopieren',
    row: ['Zeile', 'Zeilen'],
    Block: { '': 'Block', verb: 'Sperren' },
  })

  it('are found by their English text, and by its context where it has several meanings', () => {
    expect(german.text('Copy')).toBe('Kopieren')
    expect(german.text('Block')).toBe('Block')
    expect(german.text('Block', 'verb')).toBe('Sperren')
    expect(german.text('Copy', 'verb')).toBe('Kopieren')
  })

  it('are English where it has none, whatever they are called', () => {
    expect(german.text('Not there')).toBe('Not there')
    expect(german.text('constructor')).toBe('constructor')
    expect(german.text('Block', 'toString')).toBe('Block')
    expect(german.plural('cat', 'cats', 2)).toBe('cats')
  })

  it('are English where a broken catalogue has something else in their place', () => {
    const broken = createTranslator('de', {
      Copy: null,
      Open: 5,
      row: [],
      rows: [null, {}],
      Block: { '': null, verb: ['Sperren'] },
    } as never)
    for (const text of ['Copy', 'Open', 'row', 'rows', 'Block']) {
      expect(broken.text(text)).toBe(text)
      expect(broken.plural(text, `${text}s`, 2)).toBe(`${text}s`)
    }
    expect(broken.text('Block', 'verb')).toBe('Sperren')
    expect(createTranslator('de', null as never).text('Copy')).toBe('Copy')
  })

  it('take the form of their count', () => {
    expect([0, 1, 2].map((count) => german.plural('row', 'rows', count))).toEqual([
      'Zeilen',
      'Zeile',
      'Zeilen',
    ])
    const japanese = createTranslator('ja', { row: ['行'] })
    expect([0, 1, 2].map((count) => japanese.plural('row', 'rows', count))).toEqual(['行', '行', '行'])
    const portuguese = createTranslator('pt-BR', { row: ['linha', 'linhas'] })
    expect([0, 1, 2].map((count) => portuguese.plural('row', 'rows', count))).toEqual([
      'linha',
      'linha',
      'linhas',
    ])
  })
})
