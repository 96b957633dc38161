/** Why a transaction failed, in the words of its source. */
import { readWholeText } from '../abi/read-words.ts'
import type { Transaction } from './transaction.ts'

/** The reason of a failure as the chain gives it: the decoded call, a text, or the raw data. Undefined without one. */
export function failureReason(of: Pick<Transaction, 'revert_reason' | 'result'>): string | undefined {
  const reason = of.revert_reason
  if (typeof reason === 'string' && reason !== '') return reason
  if (typeof reason === 'object' && reason !== null) {
    const decoded = reason as { method_call?: unknown; parameters?: unknown; raw?: unknown }
    const parameters = Array.isArray(decoded.parameters) ? (decoded.parameters as Argument[]) : []
    if (typeof decoded.method_call === 'string')
      return formatFailure(decoded.method_call.replace(/\(.*$/s, ''), parameters)
    if (typeof decoded.raw === 'string' && decoded.raw !== '' && decoded.raw !== '0x')
      return readWholeText(decoded.raw) ?? `0x${decoded.raw.replace(/^0x/, '')}`
  }
  return of.result != null && of.result !== 'success' && of.result !== 'pending' ? of.result : undefined
}

interface Argument {
  readonly name?: string | null
  readonly value?: unknown
}

/** `TooLate(deadline: 7)`; only the text of `Error(string)`. */
function formatFailure(name: string, parameters: readonly Argument[]): string {
  const values = parameters.map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)))
  if (name === 'Error' && values[0] !== undefined && values.length === 1) return values[0]
  const shown = parameters.map(({ name: of }, at) => (of ? `${of}: ${values[at] ?? ''}` : (values[at] ?? '')))
  return shown.length === 0 ? name : `${name}(${shown.join(', ')})`
}
