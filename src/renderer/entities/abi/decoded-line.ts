/** Decoded arguments in one line of a list. */
import { h, type VNode } from 'vue'
import type { Decoded, DecodedArgument, DecodedValue } from '#shared/abi/decoded.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import { addressCell } from '../address/address-cell.ts'
import type { CellContext } from '../cell-context.ts'
import { valueAsText } from './decoded-text.ts'
import DecodedName from './DecodedName.vue'
import { valueMeaning } from './value-meaning.ts'

/** Arguments after these are in the drawer. */
const MAX_SHOWN = 6
const MAX_LENGTH = 40

/** The name and its arguments: `Transfer from Alice to Bob value 1,000`. */
export const decodedLine = (decoded: Decoded, context: CellContext): VNode =>
  h('span', { class: 'decoded-line' }, [
    h(DecodedName, { decoded }),
    ...decoded.arguments
      .slice(0, MAX_SHOWN)
      .map((argument, at) =>
        h('span', { class: 'argument', key: at }, [
          h(
            'span',
            { class: 'dim' },
            argument.name === null ? `#${String(at)}` : plainName(argument.name, MAX_LENGTH),
          ),
          valueCell(argument, context),
        ]),
      ),
    decoded.arguments.length > MAX_SHOWN ? h('span', { class: 'dim' }, '…') : null,
  ])

function valueCell({ type, name, value }: DecodedArgument, context: CellContext): VNode | null {
  if (typeof value !== 'string') return h('span', { class: 'mono mid' }, describeParts(value))
  const meaning = valueMeaning(type, name, value)
  if (meaning.kind === 'address') return addressCell({ hash: value }, context)
  const text =
    meaning.kind === 'unlimited'
      ? 'unlimited'
      : /^\d+$/.test(value)
        ? formatCount(value)
        : plainName(value, MAX_LENGTH)
  return h('bdi', { class: 'mono', title: value.slice(0, 300), 'data-copy': value }, text)
}

const describeParts = (value: Exclude<DecodedValue, string>): string => {
  if ('list' in value) return `[${formatCount(value.list.length)}]`
  return 'fields' in value ? '{…}' : plainName(value.bytes, MAX_LENGTH)
}

/** Whole, to be copied and found: `Transfer(from: 0x…, to: 0x…, value: 1000)`. */
export const decodedLineText = ({ name, arguments: all }: Decoded): string =>
  `${name}(${all
    .map((argument, at) => `${argument.name ?? `#${String(at)}`}: ${valueAsText(argument.value)}`)
    .join(', ')})`
