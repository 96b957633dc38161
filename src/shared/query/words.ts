/** The words of the filter language: what each takes, and how it is explained. */
import { $msgid } from '#shared/text/gettext.ts'
import {
  DATE_WORDS,
  FLAGS,
  NAME_WORDS,
  NUMBER_WORDS,
  type DateWord,
  type Flag,
  type NameWord,
  type NumberWord,
  type ValueWord,
  type Word,
} from './query.ts'

interface WordMeaning {
  /** The rows that the word keeps, as `from this address or name`; translated where it is shown. */
  readonly meaning: string
  readonly example: string
}

export const WORDS: Readonly<Record<Word, WordMeaning>> = {
  from: { meaning: $msgid('from this address or name'), example: 'from:treasury' },
  to: { meaning: $msgid('to this address or name'), example: 'to:0xd8da…6045' },
  with: { meaning: $msgid('with this address or name on either side'), example: 'with:"Uniswap V3"' },
  token: { meaning: $msgid('of this token, by symbol, name or address'), example: 'token:USDC' },
  method: {
    meaning: $msgid('by the name of the method or event, or by the hash of the event'),
    example: 'method:swap',
  },
  type: { meaning: $msgid('of this type'), example: 'type:erc-721' },
  chain: { meaning: $msgid('on this chain, by name or id'), example: 'chain:base' },
  amount: { meaning: $msgid('by amount, in units of the token or coin'), example: 'amount>1,000' },
  value: { meaning: $msgid('by value, in units of the coin'), example: 'value>=0.5' },
  fee: { meaning: $msgid('by fee, in units of the coin'), example: 'fee<0.01' },
  usd: { meaning: $msgid('by amount in dollars, at the price in the row'), example: 'usd>10000' },
  block: { meaning: $msgid('by block number'), example: 'block:19000000..19100000' },
  after: { meaning: $msgid('since this date began'), example: 'after:2025-01-01' },
  before: { meaning: $msgid('before this date begins'), example: 'before:2026' },
  on: { meaning: $msgid('within this year, month, day or minute'), example: 'on:2025-03' },
  id: { meaning: $msgid('of the NFT with this id'), example: 'id:404' },
  in: { meaning: $msgid('that came in to the address of the list'), example: 'in' },
  out: { meaning: $msgid('that went out from the address of the list'), example: 'out' },
  within: { meaning: $msgid('that went from one address of the list to another'), example: 'within' },
  failed: { meaning: $msgid('that failed'), example: 'failed' },
  pending: { meaning: $msgid('that are in no block yet'), example: 'pending' },
  scam: { meaning: $msgid('that the source marks as scam'), example: 'scam' },
}

export const ALL_WORDS = Object.keys(WORDS) as readonly Word[]

const isOneOf =
  <T extends string>(words: readonly T[]) =>
  (word: string): word is T =>
    (words as readonly string[]).includes(word)

export const isFlag: (word: string) => word is Flag = isOneOf(FLAGS)
export const isNameWord: (word: string) => word is NameWord = isOneOf(NAME_WORDS)
export const isNumberWord: (word: string) => word is NumberWord = isOneOf(NUMBER_WORDS)
export const isDateWord: (word: string) => word is DateWord = isOneOf(DATE_WORDS)
export const isValueWord = (word: string): word is ValueWord => Object.hasOwn(WORDS, word) && !isFlag(word)
/** Words that connect conditions. */
export const isConnector = isOneOf(['and', 'or', 'not'] as const)

/** Only this many characters of a word are compared. */
const MAX_WORD = 24

/** The known word nearest to a mistyped one; undefined if none is near. */
export function nearestWord(typed: string): Word | undefined {
  const wanted = typed.toLowerCase().slice(0, MAX_WORD)
  let nearest: Word | undefined
  let least = Math.min(3, Math.ceil(wanted.length / 2) + 1)
  for (const word of ALL_WORDS) {
    const distance = editDistance(wanted, word)
    if (distance < least) {
      least = distance
      nearest = word
    }
  }
  return nearest
}

/** The number of letters to add, remove, change or swap with the next. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      const [above = 0, left = 0, corner = 0] = [last[j], row[j - 1], last[j - 1]]
      let cost = Math.min(above + 1, left + 1, corner + (same ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[other.length] ?? 0
}
