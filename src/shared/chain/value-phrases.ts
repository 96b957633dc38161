/**
 * Phrases for the value that was found in a response, and for the expected one: `a list`, `the text "soon"`. They are
 * stored with the rows in English, and translated when they are shown.
 */
import { $gettext, $msgid } from '../text/gettext.ts'

const PHRASES: ReadonlySet<string> = new Set([
  $msgid('a decimal string'),
  $msgid('a decimal string or a list'),
  $msgid('a decimal number'),
  $msgid('a whole number'),
  $msgid('a number'),
  $msgid('a 0x hash'),
  $msgid('hex data'),
  $msgid('a text'),
  $msgid('a shorter text'),
  $msgid('true or false'),
  $msgid('an object'),
  $msgid('a list'),
  $msgid('a list of calls'),
  $msgid('a token'),
  $msgid('something else'),
  $msgid('unreadable'),
  $msgid('fewer'),
  $msgid('less nesting'),
  $msgid('nested in more than %{count} levels'),
  $msgid('made of more than %{count} entries'),
  $msgid('longer than %{count} characters'),
  $msgid('made of more than %{count} values'),
])
const look = $gettext as (text: string, values: Readonly<Record<string, string>>) => string

/** Translates a phrase to the language of the window. JSON such as `null` or `12` stays unchanged. */
export function describeValue(phrase: string): string {
  const [, text] = /^the text (.*)$/s.exec(phrase) ?? []
  if (text !== undefined) return $gettext('the text %{text}', { text })
  const [count = ''] = /[\d,]+(?= )/.exec(phrase) ?? []
  const message = count === '' ? phrase : phrase.replace(count, '%{count}')
  return PHRASES.has(message) ? look(message, { count }) : phrase
}
