/**
 * Shortens decoded arguments and return values to one line, for a row of a tree. The panel of a call shows them in full.
 */
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { DecodedArgument, DecodedValue } from '#shared/abi/decoded.ts'
import type { ArgumentsOf, UnitOf } from '#renderer/entities/abi/argument-unit.ts'
import { formatAmount, withSymbol } from '#shared/units.ts'
import { shortList } from '#renderer/entities/abi/decoded-text.ts'
import { valueMeaning } from '#renderer/entities/abi/value-meaning.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'

const MAX_ARGUMENTS = 8
const MAX_TEXT = 24
const MAX_DIGITS = 24

export interface TextContext {
  /** The name of an address; undefined if it has none. */
  nameOf(hash: string): string | undefined
  /** The unit of a number; undefined if it is not known. */
  readonly unitOf?: UnitOf
  /** Numbers and texts are not shortened. */
  readonly isWhole?: boolean
}

/** Formats values in one line. `of`: the call, log or error they belong to; without it, numbers have no units. */
export function argumentLine(
  values: readonly DecodedArgument[],
  textContext: TextContext,
  of?: ArgumentsOf,
): string {
  const shown = values.slice(0, MAX_ARGUMENTS).map((each) => shortValue(each, textContext, of))
  return [...shown, ...(values.length > MAX_ARGUMENTS ? ['…'] : [])].join(', ')
}

function shortValue(
  { type, name, value }: DecodedArgument,
  textContext: TextContext,
  of: ArgumentsOf | undefined,
): string {
  if (typeof value !== 'string') return shortParts(value)
  const meaning = valueMeaning(type, name, value)
  switch (meaning.kind) {
    case 'address':
      return textContext.nameOf(value) ?? shortenAddress(value)
    case 'unlimited':
      return $gettext('unlimited')
    case 'bytes':
      return meaning.length <= 4
        ? value
        : $gettext('%{start}… %{count} bytes', {
            start: value.slice(0, 8),
            count: formatCount(meaning.length),
          })
    case 'text':
      return `“${value.length > MAX_TEXT && !textContext.isWhole ? `${value.slice(0, MAX_TEXT)}…` : value}”`
    default: {
      const unit = of && textContext.unitOf?.({ type, name, value }, of)
      return unit
        ? withSymbol(formatAmount(value, unit.decimals), unit.symbol)
        : textContext.isWhole && /^-?\d+$/.test(value)
          ? formatCount(value)
          : shortNumber(value)
    }
  }
}

const shortNumber = (value: string): string => {
  if (!/^-?\d+$/.test(value)) return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  return value.length > MAX_DIGITS
    ? $gettext('%{start}… %{count} digits', { start: value.slice(0, 6), count: formatCount(value.length) })
    : formatCount(value)
}

function shortParts(value: Exclude<DecodedValue, string>): string {
  if ('fields' in value) return '{…}'
  if ('list' in value) return shortList(value)
  return pluralize(value.calls.length, $nmsgid('call', 'calls'))
}
