import type { AbiParameter } from 'viem'

/** A call, event or error in words: as the API writes `decoded_input`. Values are texts, or lists of them. */
export interface DecodedCall {
  readonly method_call: string
  readonly method_id: string
  readonly parameters: readonly {
    readonly name: string
    readonly type: string
    readonly value: DecodedValue
  }[]
}
export type DecodedValue = string | readonly DecodedValue[]

export const callText = (item: { name: string; inputs: readonly AbiParameter[] }): string =>
  `${item.name}(${item.inputs.map((input) => `${typeText(input)}${input.name ? ` ${input.name}` : ''}`).join(', ')})`

export const parametersOf = (
  inputs: readonly AbiParameter[],
  values: readonly unknown[],
): DecodedCall['parameters'] =>
  inputs.map((input, index) => ({
    name: input.name ?? '',
    type: typeText(input),
    value: valueOf(values[index]),
  }))

function typeText(parameter: AbiParameter): string {
  if (!parameter.type.startsWith('tuple') || !('components' in parameter)) return parameter.type
  return `(${parameter.components.map(typeText).join(',')})${parameter.type.slice('tuple'.length)}`
}

function valueOf(value: unknown): DecodedValue {
  if (Array.isArray(value)) return value.map(valueOf)
  // A tuple with named parts comes as an object, in their order.
  if (typeof value === 'object' && value !== null) return Object.values(value).map(valueOf)
  return typeof value === 'string' ? value : String(value)
}
