/**
 * Catalogues of texts: `.po` files become modules, and a build fails where one lacks a text of the window.
 *
 * The texts are found in what is built: calls of `$gettext` and its kin (src/shared/text/gettext.ts) with literal texts.
 * `npm run messages` puts new ones into every catalogue and takes out those that are gone.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PO from 'pofile'
import type { Plugin } from 'vite'

/** A text of the window: its key, what a count above one has, and which meaning it has. */
export interface Message {
  readonly text: string
  readonly many?: string
  readonly context?: string
}
const keyOf = ({ text, context = '' }: Message) => `${context}\u0004${text}`

interface Node {
  readonly type: string
  readonly [name: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** A literal text, also one of several lines; null for anything that is made while the program runs. */
function literal(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  const [only, ...others] = node.quasis as { readonly value: { readonly cooked: string } }[]
  return only && others.length === 0 ? only.value.cooked : null
}

/** The name that is called: `$gettext(…)`, or what a template is compiled to, `_unref($gettext)(…)`. */
function calledName(callee: unknown): string | null {
  if (!isNode(callee)) return null
  if (callee.type === 'Identifier') return callee.name as string
  if (callee.type === 'MemberExpression' && isNode(callee.property) && callee.property.type === 'Identifier')
    return callee.property.name as string
  const [first] = callee.type === 'CallExpression' ? (callee.arguments as unknown[]) : []
  return isNode(first) && first.type === 'Identifier' ? (first.name as string) : null
}

/** The message of one call, or null where it is none, or its text is looked up by a variable. */
function messageOf({ callee, arguments: given }: Node): Message | null {
  const [one, other] = (given as unknown[]).map(literal)
  switch (calledName(callee)) {
    case '$gettext':
    case '$msgid':
      return one == null ? null : { text: one }
    case '$ngettext':
    case '$nmsgid':
      return one == null || other == null ? null : { text: one, many: other }
    case '$pgettext':
      return one == null || other == null ? null : { text: other, context: one }
    default:
      return null
  }
}

/** Every message in a parsed module. */
export function messagesOf(tree: unknown): Message[] {
  const found: Message[] = []
  const waiting: unknown[] = [tree]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (Array.isArray(node)) waiting.push(...(node as unknown[]))
    if (!isNode(node)) continue
    const message = node.type === 'CallExpression' ? messageOf(node) : null
    if (message) found.push(message)
    waiting.push(...Object.values(node).filter((value) => typeof value === 'object'))
  }
  return found
}

/** Without those that nobody has looked through yet, and those that are kept though their text is gone. */
const itemsOf = (source: string) =>
  PO.parse(source).items.filter(({ flags, obsolete }) => flags.fuzzy !== true && !obsolete)

/** Reads a catalogue: each text by its key, with one form or all of them, or an object of those by context. */
export function readCatalogue(source: string): Record<string, unknown> {
  const texts = Object.create(null) as Record<string, unknown>
  for (const { msgid, msgctxt, msgstr } of itemsOf(source)) {
    if (msgstr.every((text) => text === '')) continue
    const forms = msgstr.length > 1 ? msgstr : (msgstr[0] ?? '')
    // A text with and without a context is an object; the empty context is none.
    const known = texts[msgid]
    const byContext =
      typeof known === 'object' && !Array.isArray(known)
        ? known
        : { ...(known !== undefined && { '': known }) }
    if (msgctxt == null && known === undefined) texts[msgid] = forms
    else texts[msgid] = { ...byContext, [msgctxt ?? '']: forms }
  }
  return texts
}

const messageAt = ({
  msgid,
  msgctxt,
}: {
  readonly msgid: string
  readonly msgctxt?: string | null
}): Message => (msgctxt == null ? { text: msgid } : { text: msgid, context: msgctxt })
const countForms = (headers: Readonly<Record<string, string | undefined>>) =>
  Number(/nplurals=(\d)\b/.exec(headers['Plural-Forms'] ?? '')?.[1] ?? 2)

const placeholders = (text: string): readonly string[] => [...new Set(text.match(/%\{\w+\}/g))].sort()
/** A form of few may say the number as a word; the last one says all, and none names what is not given. */
const hasPlaceholders = (texts: readonly string[], { text, many }: Message) =>
  texts.every((each) => isWithin(each, text + (many ?? ''))) && isWithin(many ?? text, texts.at(-1) ?? '')
const isWithin = (text: string, other: string) => placeholders(text).every((one) => other.includes(one))

/** Checks a catalogue: a line for each fault. */
export function checkCatalogue(source: string, messages: readonly Message[]): string[] {
  const po = PO.parse(source)
  const items = new Map(itemsOf(source).map((item) => [keyOf(messageAt(item)), item] as const))
  const forms = countForms(po.headers)
  return messages.flatMap((message) => {
    const item = items.get(keyOf(message))
    if (!item || item.msgstr.some((text) => text === '') || item.msgstr.length === 0)
      return [`missing: ${message.text}`]
    if (message.many !== undefined && item.msgstr.length !== forms)
      return [`${String(forms)} forms are needed: ${message.text}`]
    if (hasPlaceholders(item.msgstr, message)) return []
    const own = placeholders(message.text + (message.many ?? '')).join(' ')
    return [`other placeholders than ${own || 'none'}: ${message.text}`]
  })
}

const quote = (text: string) => JSON.stringify(text)

/** The same catalogue with a place for each message, in alphabetical order, and nothing else. */
export function mergeCatalogue(source: string, messages: readonly Message[]): string {
  const po = PO.parse(source)
  const forms = countForms(po.headers)
  const before = new Map(po.items.map((item) => [keyOf(messageAt(item)), item.msgstr] as const))
  const head = Object.entries(po.headers).map(([name, value]) => quote(`${name}: ${value ?? ''}\n`))
  const entries = messages.map((message) => {
    const { text, many, context } = message
    const texts = before.get(keyOf(message)) ?? []
    return [
      ...(context === undefined ? [] : [`msgctxt ${quote(context)}`]),
      `msgid ${quote(text)}`,
      ...(many === undefined
        ? [`msgstr ${quote(texts[0] ?? '')}`]
        : [
            `msgid_plural ${quote(many)}`,
            ...Array.from({ length: forms }, (_, at) => `msgstr[${String(at)}] ${quote(texts[at] ?? '')}`),
          ]),
    ].join('\n')
  })
  return `${[['msgid ""', 'msgstr ""', ...head].join('\n'), ...entries].join('\n\n')}\n`
}

/** Makes modules of `.po` files. */
export const catalogueModules: Plugin = {
  name: 'chainglass:catalogue-modules',
  load(id) {
    if (!id.endsWith('.po')) return null
    return `export default ${JSON.stringify(readCatalogue(readFileSync(id, 'utf8')))}`
  },
}

/**
 * The catalogues of `languages` in a folder of `src`. `from`: the modules whose texts they have, all unless given. With
 * CHAINGLASS_MESSAGES=write they are brought up to date, instead of failing where they are not.
 */
export function catalogues({ of, from = /./ }: { of: 'main' | 'renderer'; from?: RegExp }): Plugin[] {
  const folder = fileURLToPath(new URL(`../src/${of}/languages/`, import.meta.url))
  const messages = new Map<string, Message>()
  const check: Plugin = {
    name: 'chainglass:catalogues',
    transform: {
      order: 'post',
      handler(code, id) {
        if (!from.test(id)) return
        if (!code.includes('$gettext') && !/\$(?:n?msgid|[np]gettext)/.test(code)) return
        for (const message of messagesOf(this.parse(code))) {
          const known = messages.get(keyOf(message))
          if (!known || message.many !== undefined) messages.set(keyOf(message), message)
        }
      },
    },
    buildEnd(error) {
      if (error) return
      const all = [...messages.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
      for (const file of readdirSync(folder).filter((name) => name.endsWith('.po'))) {
        const source = readFileSync(folder + file, 'utf8')
        if (process.env.CHAINGLASS_MESSAGES === 'write')
          writeFileSync(folder + file, mergeCatalogue(source, all))
        else {
          const wrong = checkCatalogue(source, all)
          if (wrong.length > 0)
            this.error(
              `src/${of}/languages/${file}: ${String(wrong.length)} texts (npm run messages, then translate):\n${wrong.slice(0, 20).join('\n')}`,
            )
        }
      }
    },
  }
  return [catalogueModules, check]
}
