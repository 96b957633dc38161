/** Calls as they lie in a transaction's input, and as an explorer that knows the contract decodes them. */
import type { AbiFunction, AbiParameter } from 'viem'
import { encodeAbiParameters, getAddress, parseAbiItem, toFunctionSelector } from 'viem/utils'
import type { WireItem } from '../../chain-reader.ts'
import type { PeriodContext, TemplateCall } from '../templates/period-template.ts'

/** `0x`, four bytes that name the function, and its arguments. */
export function encodeCall(
  { signature, args }: Pick<TemplateCall, 'signature' | 'args'>,
  names: PeriodContext,
): string {
  const { item, selector } = read(signature)
  return selector + encodeAbiParameters(item.inputs, args(names)).slice(2)
}

/** The function's name, or its four bytes where the contract is not known. */
export const methodName = ({ signature, decoded }: TemplateCall) =>
  decoded ? read(signature).item.name : read(signature).selector

export function decodeCall(
  { signature, args }: Pick<TemplateCall, 'signature' | 'args'>,
  names: PeriodContext,
): WireItem {
  const { item, selector } = read(signature)
  const values = args(names)
  return {
    method_call: signature.replace(' payable', ''),
    method_id: selector.slice(2),
    parameters: item.inputs.map((input, index) => ({
      name: input.name ?? '',
      type: formatType(input),
      value: formatValue(input, values[index]),
    })),
  }
}

const known = new Map<string, { item: AbiFunction; selector: string }>()

function read(signature: string) {
  let found = known.get(signature)
  if (!found) {
    const item = parse(signature)
    found = { item, selector: toFunctionSelector(item) }
    known.set(signature, found)
  }
  return found
}

function parse(signature: string): AbiFunction {
  const item = parseAbiItem([`function ${signature}`] as readonly string[])
  if (item.type !== 'function') throw new TypeError(`not a function: ${signature}`)
  return item
}

/** `(address,uint256)[]` rather than `tuple[]`. */
function formatType(input: AbiParameter): string {
  const components = 'components' in input ? input.components : []
  return input.type.replace(/^tuple/, `(${components.map(formatType).join(',')})`)
}

function formatValue(input: AbiParameter, value: unknown): unknown {
  if (Array.isArray(value)) {
    const components = 'components' in input ? input.components : []
    const isList = input.type.endsWith(']')
    const inner = { ...input, type: input.type.replace(/\[\d*\]$/, '') }
    return value.map((each, index) => formatValue(isList ? inner : (components[index] ?? inner), each))
  }
  if (input.type === 'address') return getAddress(String(value))
  // In bytes there is no half of a pair: it was replaced when the text was written.
  return typeof value === 'string' ? value.toWellFormed() : String(value)
}
