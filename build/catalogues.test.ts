import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { languages } from '../src/shared/languages.ts'
import { createTranslator, type Catalogue } from '../src/shared/text/create-translator.ts'
import { $ngettext, setTranslator } from '../src/shared/text/gettext.ts'
import { checkCatalogue, mergeCatalogue, messagesOf, readCatalogue } from './catalogues.ts'

const HEAD = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
const look = $ngettext as (one: string, many: string, count: number, values: object) => string
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

  it('is wrong where a form of a count has a placeholder that is not given, or lacks one', () => {
    const counted = [{ text: 'One row of %{name}', many: '%{count} rows of %{name}' }]
    const texts = (one: string, many: string) =>
      checkCatalogue(
        `${HEAD}\nmsgid "One row of %{name}"\nmsgid_plural "%{count} rows of %{name}"\nmsgstr[0] "${one}"\nmsgstr[1] "${many}"\n`,
        counted,
      )
    expect(texts('Eine Zeile von %{name}', '%{count} Zeilen von %{name}')).toEqual([])
    const wrong = ['other placeholders than %{count} %{name}: One row of %{name}']
    expect(texts('Eine Zeile von %{name}', '%{zahl} Zeilen von %{name}')).toEqual(wrong)
    expect(texts('%{eine} Zeile von %{name}', '%{count} Zeilen von %{name}')).toEqual(wrong)
    expect(texts('Eine Zeile von %{name}', '%{count} Zeilen')).toEqual(wrong)
  })

  it('that is cut, garbled or not looked through lacks what it does not say', () => {
    const lacks = (source: string) => checkCatalogue(source, messages).length
    expect(lacks('')).toBe(3)
    expect(lacks('\0\ufffd<script>msgid')).toBe(3)
    expect(lacks(whole.slice(0, whole.indexOf('msgctxt')))).toBe(1)
    expect(lacks(whole.replace('msgid "Read', '#, fuzzy\nmsgid "Read'))).toBe(1)
    expect(lacks(whole.replace(/(msgid "Read.*)\n(msgstr.*)/, '#~ $1\n#~ $2'))).toBe(1)
    expect(lacks(whole.replace('nplurals=2', 'nplurals=999999999'))).toBe(0)
  })

  it('with names that every object has says nothing of other texts', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const entries = names.map((name) => `msgctxt "${name}"\nmsgid "${name}"\nmsgstr "<b>${name}</b>"\n`)
    const catalogue = readCatalogue(`${whole}\n${entries.join('\n')}`) as Catalogue
    for (const given of [catalogue, {}]) {
      const translator = createTranslator('de', JSON.parse(JSON.stringify(given)) as Catalogue)
      for (const name of names) {
        expect(translator.text(name)).toBe(name)
        expect(translator.text('Block', name)).toBe('Block')
        expect(translator.plural(name, 'more', 2)).toBe('more')
      }
    }
  })

  it.each(['main', 'renderer'])('of %s puts what a chain names a thing into its sentences as it is', (of) => {
    const folder = new URL(`../src/${of}/languages/`, import.meta.url)
    const hostile = '<img src=x onerror=alert(1)>%{count}%{name}{{1}}{0}@:a|b$&\u202e\0\ud800&lt;__proto__%24'
    for (const file of readdirSync(folder)) {
      const catalogue = readCatalogue(readFileSync(new URL(file, folder), 'utf8'))
      setTranslator(() => createTranslator(file.slice(0, -3), catalogue as Catalogue))
      const texts = Object.entries(catalogue)
      expect(texts.length).toBeGreaterThan(20)
      for (const [text, entry] of texts) {
        const forms = typeof entry === 'string' ? [entry] : Array.isArray(entry) ? (entry as string[]) : []
        const names = forms.flatMap((form) => [...form.matchAll(/%\{(\w+)\}/g)].map(([, name = '']) => name))
        const values = Object.fromEntries(names.map((name) => [name, hostile]))
        // Each of its places has the name, whole, and nothing else of the sentence is gone.
        for (const [count, form] of [1, 2].map((each) => [each, forms.at(each === 1 ? 0 : -1)] as const))
          if (form !== undefined)
            expect(look(text, text, count, values), text).toBe(form.replaceAll(/%\{\w+\}/g, () => hostile))
      }
    }
    setTranslator(() => null)
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
