import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { languages } from '../src/shared/languages.ts'
import { checkCatalogue, mergeCatalogue, messagesOf, readCatalogue } from './catalogues.ts'

const HEAD = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
const found = (code: string) => messagesOf(parseSync('module.js', code).program)

describe('the texts of a module', () => {
  it('are the literal texts of every call, in templates too', () => {
    const code = `
      $gettext('Copy'); _unref($gettext)("Read %{age} ago", { age }); $ngettext(\`row\`, 'rows', count)
      const LABELS = { open: $msgid('Open') }; $nmsgid('block', 'blocks'); $pgettext('verb', 'Block')
      $gettext(label); other('Not this one')`
    expect(found(code)).toHaveLength(6)
    expect(found(code)).toEqual(
      expect.arrayContaining([
        { text: 'Copy' },
        { text: 'Read %{age} ago' },
        { text: 'row', many: 'rows' },
        { text: 'Open' },
        { text: 'block', many: 'blocks' },
        { text: 'Block', context: 'verb' },
      ]),
    )
  })
})

describe('a catalogue', () => {
  const messages = [
    { text: 'Read %{age} ago' },
    { text: 'row', many: 'rows' },
    { text: 'Block', context: 'verb' },
  ]
  const whole = `${HEAD}
msgid "Read %{age} ago"
msgstr "Vor %{age} gelesen"

msgid "row"
msgid_plural "rows"
msgstr[0] "Zeile"
msgstr[1] "Zeilen"

msgctxt "verb"
msgid "Block"
msgstr "Sperren"
`

  it('with every text is right', () => {
    expect(checkCatalogue(whole, messages)).toEqual([])
    expect(readCatalogue(whole)).toEqual({
      'Read %{age} ago': 'Vor %{age} gelesen',
      row: ['Zeile', 'Zeilen'],
      Block: { verb: 'Sperren' },
    })
  })

  it('is wrong where a text is missing, a form, or a placeholder', () => {
    expect(checkCatalogue(whole.replace('Vor %{age} gelesen', ''), messages)).toEqual([
      'missing: Read %{age} ago',
    ])
    expect(checkCatalogue(whole, [...messages, { text: 'New' }])).toEqual(['missing: New'])
    expect(checkCatalogue(whole.replace('Vor %{age}', 'Vor %{alter}'), messages)).toEqual([
      'other placeholders than %{age}: Read %{age} ago',
    ])
    expect(checkCatalogue(whole.replace('msgstr[1] "Zeilen"\n', ''), messages)).toEqual([
      '2 forms are needed: row',
    ])
  })

  it('keeps its translations when texts are added and taken out', () => {
    const merged = mergeCatalogue(whole, [{ text: 'A "new"\ntext' }, messages[0]!, messages[1]!])
    expect(readCatalogue(merged)).toEqual({
      'Read %{age} ago': 'Vor %{age} gelesen',
      row: ['Zeile', 'Zeilen'],
    })
    expect(checkCatalogue(merged, [{ text: 'A "new"\ntext' }])).toEqual(['missing: A "new"\ntext'])
    expect(mergeCatalogue(merged, [{ text: 'A "new"\ntext' }, messages[0]!, messages[1]!])).toBe(merged)
  })

  it.each(['main', 'renderer'])('of %s is there for each language but English, and nothing else is', (of) => {
    const folder = new URL(`../src/${of}/languages/`, import.meta.url)
    expect(readdirSync(folder).sort()).toEqual(
      languages.flatMap((language) => (language === 'en' ? [] : [`${language}.po`])).sort(),
    )
    for (const file of readdirSync(folder))
      expect(readFileSync(new URL(file, folder), 'utf8')).toMatch(/^"Plural-Forms: /m)
  })
})
