import type { AbiItem } from '#shared/abi/abi-item.ts'
import type { DecodedArgument, DecodedValue as Value } from '#shared/abi/decoded.ts'

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

/** As the API writes it: tuples without the names of their fields. */
export const formatSignature = ({ name, inputs }: AbiItem): string =>
  `${name}(${inputs
    .map(
      ({ name: input, type, isIndexed }) =>
        type.canonical + (isIndexed ? ' indexed' : '') + (input === null ? '' : ` ${input}`),
    )
    .join(', ')})`

export const decodedParameters = (
  { inputs }: AbiItem,
  values: readonly DecodedArgument[],
): readonly DecodedParameter[] =>
  inputs.map(({ name, type }, index) => ({
    name: name ?? '',
    type: type.canonical,
    value: plainValue(values[index]?.value ?? ''),
  }))

function plainValue(value: Value): DecodedValue {
  if (typeof value === 'string') return value
  if ('list' in value) return value.list.map(plainValue)
  return 'fields' in value ? value.fields.map((field) => plainValue(field.value)) : value.bytes
}
