/** Words of data that no ABI describes, as text: where they are, their value, and why they are read as they are. */
import { $gettext } from '#shared/text/gettext.ts'
import {
  countFurther,
  countWords,
  readWords,
  reasonsOf,
  type DataWord,
  type WordReason,
} from '#shared/abi/read-words.ts'
import type { Log } from '#shared/chain/log.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import { inDigits, RAISED } from '../amount/short-amount.ts'
import type { PositionedWord } from './use-word-kinds.ts'

const wordPlace = (at: number) => `0x${at.toString(16).padStart(2, '0')}`

const MAX_UINT = String(2n ** 256n - 1n)
const ZEROS = 9
const MAX_DIGITS = 6

/** A long round number in powers of ten: `1.5 × 10¹⁸`; undefined for any other. */
export function asPower(value: string): string | undefined {
  if (value === MAX_UINT) return `2${inDigits(256, RAISED)} − 1`
  const [, digits = '', zeros = ''] = /^([1-9]\d*?)(0*)$/.exec(value) ?? []
  const exponent = Math.floor((value.length - 1) / 3) * 3
  if (digits === '' || zeros.length < ZEROS || digits.length > MAX_DIGITS) return undefined
  const whole = value.slice(0, value.length - exponent)
  const fraction = value.slice(value.length - exponent).replace(/0+$/, '')
  return `${whole}${fraction === '' ? '' : `.${fraction}`} × 10${inDigits(exponent, RAISED)}`
}

/** The reason in words; empty where there is none. */
function describeReason(reason: WordReason | null | undefined): string {
  switch (reason?.is) {
    case 'pointer':
      return $gettext('where %{place} begins', { place: wordPlace(reason.to) })
    case 'length':
      return $gettext('length of what follows')
    case 'text':
      return $gettext('%{count} bytes, whole', { count: formatCount(reason.bytes) })
    case 'largest':
      return $gettext('the largest number')
    case 'left-aligned':
      return $gettext('left-aligned bytes')
    case 'near the block':
      return $gettext('near the time of the block')
    case undefined:
      return ''
  }
}

/** Words of data with their places. `time`: of the block, in ISO format. `further`: words that follow. */
export function placeWords(
  words: readonly DataWord[],
  time?: string | null,
  further = 0,
): readonly PositionedWord[] {
  const reasons = reasonsOf(words, time, further)
  return words.map((word, nth) => {
    const place = wordPlace(word.at)
    return { ...word, place, slot: place, why: describeReason(reasons[nth]) }
  })
}

/** Words of a log: its topics without the hash of the event, and its data. */
export function wordsOfLog({ topics, data, block_timestamp: time }: Log): readonly PositionedWord[] {
  const indexed = (topics ?? []).slice(1).flatMap((topic, nth) =>
    readWords(topic, 1).map((word) => ({
      ...word,
      place: $gettext('topic %{number}', { number: nth + 1 }),
      slot: `topic ${String(nth + 1)}`,
      why:
        word.readings[0].as === 'address' ? $gettext('indexed; looks like an address') : $gettext('indexed'),
    })),
  )
  return [...indexed, ...placeWords(readWords(data ?? ''), time, furtherOfLog({ data }))]
}

/** How many lines the words of a log take. A grid asks it of every log, so none is read. */
export function countLines({ topics, data }: Log): number {
  const indexed = (topics ?? []).slice(1).filter((topic) => countWords(topic) > 0)
  const further = furtherOfLog({ data })
  return indexed.length + countWords(data ?? '') - further + Math.sign(further)
}

/** How many words of its data a log has beyond those that are shown. */
export const furtherOfLog = ({ data }: Pick<Log, 'data'>) => countFurther(data ?? '')

/** The code whose event this is, by which choices are kept. */
export const codeOfLog = ({ address, topics }: Log) =>
  `${address?.hash.toLowerCase() ?? ''} ${topics?.[0] ?? ''}`
