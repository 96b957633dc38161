/**
 * Inputs near the good ones: parts cut, moved, repeated and replaced, and, where it is JSON, values put in the place of
 * others. Made of fast-check's own arbitraries: what fails shrinks to fewer and simpler changes.
 */
import * as fc from 'fast-check'
import type { Target } from './target.ts'

const MAX_LENGTH = 64 * 1024

/** Texts that parsers often mishandle: limits, and signs of grammars. */
const TOKENS = [
  '',
  '0',
  '\\ud800',
  '\u0000',
  '\u202e',
  '\ufeff',
  '\r\n',
  '\n\n',
  '"',
  "'",
  '\\',
  ',',
  ';',
  '\t',
  ':',
  '/',
  '//',
  '%',
  '%00',
  '%ff',
  '..',
  '0x',
  `0x${'ab'.repeat(20)}`,
  `0x${'cd'.repeat(32)}`,
  `0x${'f'.repeat(64)}`,
  'http://',
  'https://[::1]/',
  'ipfs://',
  'data:',
  '@',
  '=1+1',
  '[[[[[[[[',
  '{"a":',
]

/** Values of other types, and at limits, as JSON text. */
const VALUES = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '0.5',
  '1e300',
  '1e309',
  '1e-400',
  '9007199254740993',
  '115792089237316195423570985008687907853269984665640564039457584007913129639936',
  '""',
  '"0"',
  '"-1"',
  '"0x"',
  `"0x${'ab'.repeat(20)}"`,
  `"${'x'.repeat(5_000)}"`,
  '"\\ud800"',
  '"__proto__"',
  '"constructor"',
  '[]',
  '{}',
  '[null]',
  '[[[[[[[[]]]]]]]]',
  '{"__proto__":null,"constructor":1,"toString":2,"hasOwnProperty":3}',
]

type Change = (text: string) => string

/** Any place is as likely as any other. */
const place = fc.noBias(fc.nat({ max: 0x7fffffff }))

/** Takes so many characters out and puts a text in, somewhere. */
const splice = (inserted: fc.Arbitrary<string>, maxRemoved: number) =>
  fc.tuple(place, fc.nat({ max: maxRemoved }), inserted).map(([where, removed, text]): Change => (input) => {
    const at = where % (input.length + 1)
    return input.slice(0, at) + text + input.slice(at + removed)
  })

/** A part of a text. */
const partOf = (texts: fc.Arbitrary<string>) =>
  fc.tuple(texts, place, fc.nat({ max: 400 })).map(([text, where, length]) => {
    const from = where % (text.length + 1)
    return text.slice(from, from + length)
  })

const cut = place.map(
  (where): Change =>
    (input) =>
      input.slice(0, where % (input.length + 1)),
)

const repeat = fc
  .tuple(place, place, fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 20 }))
  .map(([where, other, length, times]): Change => (input) => {
    const [from, at] = [where % (input.length + 1), other % (input.length + 1)]
    return input.slice(0, at) + input.slice(from, from + length).repeat(times) + input.slice(at)
  })

/** Returns the JSON that replaces a value; undefined to remove the value with its name. */
type Replace = (json: string, others: readonly Place[]) => string | undefined

const otherValue: fc.Arbitrary<Replace> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...VALUES).map(
      (value): Replace =>
        () =>
          value,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.json({ maxDepth: 2 }).map(
      (value): Replace =>
        () =>
          value,
    ),
  },
  { weight: 1, arbitrary: fc.constant<Replace>(() => undefined) },
  {
    // One from elsewhere.
    weight: 2,
    arbitrary: place.map((where): Replace => (json, others) => {
      const { holder, key } = others[where % others.length] ?? {}
      return holder && key !== undefined ? JSON.stringify(holder[key]) : json
    }),
  },
  {
    // The same within lists or objects: deeper than bounds allow, or than JSON.stringify can write.
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(2, 64, 65, 9_000), fc.constantFrom(['[', ']'], ['{"a":', '}'])).map(
      ([levels, [open = '', close = '']]): Replace =>
        (json) =>
          open.repeat(levels) + json + close.repeat(levels),
    ),
  },
)

/**
 * Puts another value in the place of one, or of the whole. Of lines of JSON, one is changed; what is no JSON, or
 * deeper than JSON.stringify can write, stays as it is.
 */
const changeValue = fc.tuple(place, place, otherValue).map(([where, line, replace]): Change => {
  const inJson = (text: string) => {
    const json: unknown = JSON.parse(text)
    const places = placesIn(json)
    const { holder, key } = places[where % (places.length + 1)] ?? {}
    if (!holder || key === undefined) return replace(text, places) ?? ''
    const value = replace(JSON.stringify(holder[key]), places)
    if (value === undefined) Reflect.deleteProperty(holder, key)
    else holder[key] = MARK
    return JSON.stringify(json).replace(JSON.stringify(MARK), () => value ?? '')
  }
  return (input) => {
    const lines = isJson(input) ? [input] : input.split('\n')
    const at = line % lines.length
    try {
      return lines.with(at, inJson(lines[at] ?? '')).join('\n')
    } catch {
      return input
    }
  }
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** As text, for it may be nested deeper than JSON.stringify can write, or be no value of JavaScript. */
const MARK = '\u2603 here'

interface Place {
  readonly holder: Record<string, unknown>
  readonly key: string
}

function placesIn(json: unknown): readonly Place[] {
  const places: Place[] = []
  const walk = (value: unknown, level: number) => {
    if (typeof value !== 'object' || value === null || level > 30 || places.length > 3_000) return
    for (const key of Object.keys(value)) {
      const holder = value as Record<string, unknown>
      places.push({ holder, key })
      walk(holder[key], level + 1)
    }
  }
  walk(json, 0)
  return places
}

const changeText = (texts: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 2, arbitrary: splice(fc.constantFrom(...TOKENS, ...VALUES), 12) },
    { weight: 1, arbitrary: splice(fc.constant(''), 40) },
    {
      weight: 1,
      arbitrary: splice(
        fc.nat({ max: 0xff }).map((code) => String.fromCharCode(code)),
        1,
      ),
    },
    {
      weight: 1,
      arbitrary: splice(
        fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)),
        1,
      ),
    },
    { weight: 1, arbitrary: splice(partOf(texts), 100) },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: repeat },
  )

/** Good inputs, and those of the target's grammar, with up to four changes. */
export function changedInputs(seeds: readonly string[], grammar: Target['grammar']): fc.Arbitrary<string> {
  const seed = fc.constantFrom(...seeds)
  const good = grammar ? fc.oneof({ weight: 2, arbitrary: seed }, { weight: 1, arbitrary: grammar }) : seed
  const some = { minLength: grammar ? 0 : 1, maxLength: 4, size: 'max' } as const
  // Most changes of a text leave no JSON: half of the inputs stay JSON, whose values readers take for granted.
  const changes = seeds.some((one) => one.split('\n').some(isJson))
    ? fc.oneof(fc.array(changeValue, some), fc.array(fc.oneof(changeValue, changeText(good)), some))
    : fc.array(changeText(good), some)
  return fc
    .tuple(good, changes)
    .map(([input, list]) => list.reduce((changed, change) => change(changed).slice(0, MAX_LENGTH), input))
}
