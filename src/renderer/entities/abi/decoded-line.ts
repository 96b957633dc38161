/** Decoded arguments as one line of a list. */
import { h, type VNode } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import type { Decoded, DecodedArgument, DecodedValue } from '#shared/abi/decoded.ts'
import { readWords, type Reading } from '#shared/abi/read-words.ts'
import type { Log } from '#shared/chain/log.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { hasRightToLeft } from '#renderer/lib/split-name.ts'
import { amountCell } from '../amount/amount-cell.ts'
import { nameMark } from '../name-mark.ts'
import { argumentsOf, ownUnits, type ArgumentsOf } from './argument-unit.ts'
import { addressCell } from '../address/address-cell.ts'
import type { CellContext } from '../cell-context.ts'
import { shortInteger, shortList, valueAsText } from './decoded-text.ts'
import { valueMeaning } from './value-meaning.ts'

/** Further arguments are only in the drawer. */
const MAX_SHOWN = 6
const MAX_LENGTH = 40

/** Arguments: `from Alice to Bob value 1,000`. `contract`: the called or logging contract. */
export function decodedLine(decoded: Decoded, context: CellContext, contract?: string): VNode {
  const of = argumentsOf(decoded, contract)
  return h('span', { class: 'decoded-line' }, [
    ...decoded.arguments
      .slice(0, MAX_SHOWN)
      .flatMap((argument, at) => [
        at === 0 ? null : ' ',
        argumentName(argument, at),
        ' ',
        valueCell(argument, context, of),
      ]),
    decoded.arguments.length > MAX_SHOWN ? ' …' : null,
  ])
}

/** A right-to-left name is isolated: else a value would be drawn beside the name of another argument. */
function argumentName({ name }: DecodedArgument, at: number): VNode | string {
  const label = name === null ? `#${String(at)}` : plainName(name, MAX_LENGTH)
  return hasRightToLeft(label) ? h('bdi', { class: 'dim' }, label) : label
}

function valueCell(
  { type, name, value }: DecodedArgument,
  context: CellContext,
  of: ArgumentsOf,
): VNode | null {
  if (typeof value !== 'string') return h('span', { class: 'mono mid' }, describeParts(value))
  const meaning = valueMeaning(type, name, value)
  if (meaning.kind === 'address') return addressCell({ hash: value }, context)
  const unit = ownUnits((hash) => context.tokenOf?.(hash))({ type, name, value }, of)
  if (unit && meaning.kind !== 'unlimited') {
    const amount = amountCell(value, unit.decimals, { symbol: unit.symbol })
    const doubt = nameMark(unit.token?.symbol, unit.token?.name)
    return doubt ? h('span', [amount, doubt]) : amount
  }
  const text =
    meaning.kind === 'unlimited'
      ? unit
        ? $gettext('unlimited %{symbol}', { symbol: unit.symbol })
        : $gettext('unlimited')
      : /^\d+$/.test(value)
        ? shortInteger(value)
        : plainName(value, MAX_LENGTH)
  return h('bdi', { class: 'mono', title: value.slice(0, 300), 'data-copy': value }, text)
}

const describeParts = (value: Exclude<DecodedValue, string>): string => {
  if ('list' in value) return shortList(value)
  return 'fields' in value ? '{…}' : plainName(value.bytes, MAX_LENGTH)
}

/** Full text for copies: `from: 0x…, to: 0x…, value: 1000`. */
export const argumentsText = ({ arguments: all }: Decoded): string =>
  all.map((argument, at) => `${argument.name ?? `#${String(at)}`}: ${valueAsText(argument.value)}`).join(', ')

/** Full text for filters: `Transfer(from: 0x…, to: 0x…, value: 1000)`. */
export const decodedLineText = (decoded: Decoded): string => `${decoded.name}(${argumentsText(decoded)})`

/**
 * The likely meaning of each 32-byte word of a log without a known ABI: of its topics without the event's hash, and of
 * its data. `isCut`: it has more words than `max`.
 */
function wordsOf({ topics, data }: Log, max: number): { words: readonly Reading[]; isCut: boolean } {
  const words = [...(topics ?? []).slice(1), data ?? '0x'].flatMap((bytes) => readWords(bytes, max + 1))
  return {
    words: words.slice(0, max).map(({ readings: [likeliest] }) => likeliest),
    isCut: words.length > max,
  }
}

/** The likely meaning of topics and data of a log without a known ABI, as one line. */
export function undecodedLine(log: Log, context: CellContext): VNode {
  const { words, isCut } = wordsOf(log, MAX_SHOWN)
  return h('span', { class: 'decoded-line' }, [
    ...words.flatMap((word, at) => [at === 0 ? null : ' ', wordCell(word, context)]),
    isCut ? ' …' : null,
  ])
}

function wordCell({ as, value }: Reading, context: CellContext): VNode | null {
  if (as === 'address') return addressCell({ hash: value }, context)
  const text =
    as === 'number'
      ? shortInteger(value)
      : as === 'hex'
        ? shortenHash(value)
        : `“${plainName(value, MAX_LENGTH)}”`
  return h('bdi', { class: 'mono', title: value, 'data-copy': value }, text)
}

/** Text for copies, of at most `MAX_COPIED` words: `0x12…, 1000, "text"`. */
export function undecodedLineText(log: Log): string {
  const { words, isCut } = wordsOf(log, MAX_COPIED)
  const texts = words.map(({ as, value }) => (as === 'text' ? JSON.stringify(value) : value))
  return [...texts, ...(isCut ? ['…'] : [])].join(', ')
}
const MAX_COPIED = 64
