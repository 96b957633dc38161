/** The filter condition for a value of a row, as a person would type it. */
import { invalidFieldsOf } from '#shared/chain/invalid-fields.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { printText, printValue } from '#shared/query/print-query.ts'
import { rowFields, type RowContext } from '#shared/query/row-fields.ts'
import { formatShortTime } from '#renderer/lib/format-time.ts'
import { readFilter } from './read-filter.ts'

export interface RowValue {
  readonly item: object
  readonly column: string
  /** The value under the pointer, as a copy has it; undefined where there is none. */
  readonly copy: string | undefined
  /** The text of the cell. */
  readonly text: string
}

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** Free text where the filter language has no word for the value; undefined where the value is empty. */
export function conditionOf(value: RowValue, resource: Resource, context: RowContext): string | undefined {
  const asked = wordFor(value, resource, context)
  if (asked !== undefined && readFilter(asked, resource, context).query) return asked
  const text = value.copy ?? value.text
  if (ADDRESS.test(text)) {
    const party = `with:${text}`
    if (readFilter(party, resource, context).query) return party
  }
  return text.trim() === '' ? undefined : printText(text)
}

function wordFor(
  { item, column, copy, text }: RowValue,
  resource: Resource,
  context: RowContext,
): string | undefined {
  const fields = rowFields(resource)
  const number = copy ?? text
  switch (column) {
    case 'from':
    case 'to':
    case 'contract': {
      const word = column === 'to' ? 'to' : 'from'
      const hash = fields[word]?.(item)?.hash
      return hash === undefined ? undefined : `${word}:${hash}`
    }
    case 'token':
    case 'symbol':
    case 'collection':
    case 'asset': {
      const token = fields.tokens?.(item, context)[0]
      return token ? `token:${token.address_hash}` : undefined
    }
    case 'method':
    case 'event': {
      const event = fields.methodHash?.(item)
      if (event != null) return `method:${event}`
      const method = fields.method?.(item, context)
      return method == null ? undefined : `method=${printValue(method)}`
    }
    case 'type':
    case 'kind':
    case 'standard':
      return text === '' ? undefined : `type=${printValue(text)}`
    case 'status':
      return fields.isFailed?.(item) ? 'failed' : fields.isPending?.(item) ? 'pending' : '-failed'
    case 'direction':
      return text !== 'self' ? text : context.ownAddresses ? 'in out -within' : 'in out'
    case 'age': {
      const time = fields.time?.(item)
      return time == null ? undefined : `on:${formatShortTime(time, context.zone).slice(0, 10)}`
    }
    case 'block':
      return `block:${number}`
    case 'id':
      return `id:${number}`
    case 'value':
    case 'fee':
      return `${column}=${number}`
    default:
      return AMOUNTS.has(column) && invalidFieldsOf(item).length === 0 ? `amount=${number}` : undefined
  }
}

const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'held', 'change', 'balance'])
