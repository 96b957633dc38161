/** The revert reason of a transaction, in the words of its source. */
import { describeError } from '../abi/error-text.ts'
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
      return describeDecoded(decoded.method_call.replace(/\(.*$/s, ''), parameters)
    if (typeof decoded.raw === 'string' && decoded.raw !== '' && decoded.raw !== '0x')
      return readWholeText(decoded.raw) ?? `0x${decoded.raw.replace(/^0x/, '')}`
  }
  return of.result != null && of.result !== 'success' && of.result !== 'pending' ? of.result : undefined
}

interface Argument {
  readonly name?: string | null
  readonly value?: unknown
}

function describeDecoded(name: string, parameters: readonly Argument[]): string {
  if (parameters.length === 0) return name
  return describeError({
    name,
    arguments: parameters.map(({ name: of, value }) => ({
      name: of ?? null,
      type: '',
      value: typeof value === 'string' ? value : JSON.stringify(value ?? null),
    })),
  })
}
