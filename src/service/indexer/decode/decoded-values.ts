import type { AbiParameter } from 'viem'

/** A decoded call as the API writes `decoded_input`. Values are texts, or lists of them. */
export interface DecodedCall<Parameter = DecodedParameter> {
  readonly method_call: string
  readonly method_id: string
  readonly parameters: readonly Parameter[]
}
/** A decoded event: its signature and each argument say what is indexed. */
export type DecodedEvent = DecodedCall<DecodedParameter & { readonly indexed: boolean }>
interface DecodedParameter {
  readonly name: string
  readonly type: string
  readonly value: DecodedValue
}
export type DecodedValue = string | readonly DecodedValue[]

export const formatSignature = (item: {
  name: string
  inputs: readonly (AbiParameter & { readonly indexed?: boolean | undefined })[]
}): string =>
  `${item.name}(${item.inputs
    .map(
      (input) =>
        formatType(input) + (input.indexed === true ? ' indexed' : '') + (input.name ? ` ${input.name}` : ''),
    )
    .join(', ')})`

export const decodedParameters = (
  inputs: readonly AbiParameter[],
  values: readonly unknown[],
): DecodedCall['parameters'] =>
  inputs.map((input, index) => ({
    name: input.name ?? '',
    type: formatType(input),
    value: decodedValue(values[index]),
  }))

function formatType(parameter: AbiParameter): string {
  if (!parameter.type.startsWith('tuple') || !('components' in parameter)) return parameter.type
  return `(${parameter.components.map(formatType).join(',')})${parameter.type.slice('tuple'.length)}`
}

function decodedValue(value: unknown): DecodedValue {
  if (Array.isArray(value)) return value.map(decodedValue)
  // viem gives a tuple with named fields as an object, in the order of the fields.
  if (typeof value === 'object' && value !== null) return Object.values(value).map(decodedValue)
  return typeof value === 'string' ? value : String(value)
}
