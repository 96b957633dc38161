/** Inputs made of inputs: bytes changed, parts moved, and, where it is JSON, values put in the place of others. */
import type { Random } from './random.ts'

const MAX_LENGTH = 64 * 1024

/** What readers stumble over: limits, signs of grammars, other kinds of values. */
const TOKENS = [
  '',
  '0',
  '-0',
  '-1',
  '1e309',
  '1e-400',
  '9007199254740993',
  '115792089237316195423570985008687907853269984665640564039457584007913129639936',
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '"__proto__"',
  '"constructor"',
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

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e300,
  '',
  '0',
  '-1',
  '0x',
  `0x${'ab'.repeat(20)}`,
  'x'.repeat(5_000),
  '\ud800',
  [],
  {},
  [null],
  [[[[[[[[]]]]]]]],
  { __proto__: null, constructor: 1, toString: 2, hasOwnProperty: 3 },
]

export function mutate(input: string, others: readonly string[], random: Random): string {
  let output = input
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    const change = random.pick(CHANGES)
    output = change(output, random, others).slice(0, MAX_LENGTH)
  }
  return output
}

type Change = (text: string, random: Random, others: readonly string[]) => string

const CHANGES: readonly Change[] = [
  changeValue,
  changeValue,
  changeValue,
  (text, random) => splice(text, random, 0, random.pick(TOKENS)),
  (text, random) => splice(text, random, random.below(12), random.pick(TOKENS)),
  (text, random) => splice(text, random, 1 + random.below(40), ''),
  (text, random) => splice(text, random, 1, String.fromCharCode(random.below(256))),
  (text, random) => splice(text, random, 1, String.fromCharCode(random.below(65_536))),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => {
    const from = random.below(text.length + 1)
    return splice(text, random, 0, text.slice(from, from + random.below(400)).repeat(1 + random.below(20)))
  },
  (text, random, others) => {
    const other = random.pick(others)
    const from = random.below(other.length + 1)
    return splice(text, random, random.below(100), other.slice(from, from + random.below(400)))
  },
]

function splice(text: string, random: Random, remove: number, insert: string): string {
  const at = random.below(text.length + 1)
  return text.slice(0, at) + insert + text.slice(at + remove)
}

/** Puts another value in the place of one somewhere in a JSON. What is none, or can't be written again, is changed as a text. */
function changeValue(text: string, random: Random): string {
  try {
    return changeJson(text, random)
  } catch {
    return splice(text, random, 1, random.pick(TOKENS))
  }
}

function changeJson(text: string, random: Random): string {
  const json: unknown = JSON.parse(text)
  const places: { holder: Record<string, unknown>; key: string }[] = []
  const walk = (value: unknown, level: number) => {
    if (typeof value !== 'object' || value === null || level > 30 || places.length > 3_000) return
    for (const key of Object.keys(value)) {
      const holder = value as Record<string, unknown>
      places.push({ holder, key })
      walk(holder[key], level + 1)
    }
  }
  walk(json, 0)
  if (places.length === 0) return JSON.stringify(random.pick(VALUES))
  const { holder, key } = random.pick(places)
  const other = random.pick(places)
  switch (random.below(5)) {
    case 0:
      Reflect.deleteProperty(holder, key)
      break
    case 1:
      return replaceIn(json, holder, key, nested(JSON.stringify(holder[key]), random))
    case 2:
      return replaceIn(json, holder, key, JSON.stringify(other.holder[other.key]))
    default:
      holder[key] = random.pick(VALUES)
  }
  return JSON.stringify(json)
}

/** As text, for it may be nested deeper than JSON.stringify can write, or hold itself. */
function replaceIn(json: unknown, holder: Record<string, unknown>, key: string, by: string): string {
  const mark = '\u2603 here'
  holder[key] = mark
  return JSON.stringify(json).replace(JSON.stringify(mark), () => by)
}

function nested(json = 'null', random: Random): string {
  const levels = random.pick([2, 63, 64, 65, 4_400, 9_000])
  return random.below(2) === 0
    ? '['.repeat(levels) + json + ']'.repeat(levels)
    : '{"a":'.repeat(levels) + json + '}'.repeat(levels)
}
