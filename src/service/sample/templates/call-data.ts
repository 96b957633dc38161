/** Encodes a call as a transaction's input, and writes it decoded as the API's `decoded_input`. */
import type { AbiFunction, AbiParameter } from 'viem'
import {
  encodeAbiParameters,
  getAddress,
  parseAbiItem,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem/utils'
import type { WireItem } from '../../chain-reader.ts'
import type { PeriodContext, TemplateCall, TemplateReturn } from './period-template.ts'

/** In hex: the selector and the arguments. */
export function encodeCall(
  { signature, args }: Pick<TemplateCall, 'signature' | 'args'>,
  period: PeriodContext,
): string {
  const { item, selector } = parseSignature(signature)
  return selector + encodeAbiParameters(item.inputs, args(period)).slice(2)
}

/** In hex: the return data of a call, or the error of its revert. */
export const encodeReturn = (returned: TemplateReturn, period: PeriodContext): string =>
  'types' in returned
    ? encodeAbiParameters(parseAbiParameters(returned.types), returned.values(period))
    : encodeCall(returned, period)

/** The function's name; its selector if the contract is not verified. */
export const methodName = ({ signature, decoded }: TemplateCall) =>
  decoded ? parseSignature(signature).item.name : parseSignature(signature).selector

export const selectorOf = ({ signature }: Pick<TemplateCall, 'signature'>) =>
  parseSignature(signature).selector

export function decodeCall(
  { signature, args }: Pick<TemplateCall, 'signature' | 'args'>,
  period: PeriodContext,
): WireItem {
  const { item, selector } = parseSignature(signature)
  const values = args(period)
  return {
    method_call: signature.replace(' payable', ''),
    method_id: selector.slice(2),
    parameters: item.inputs.map((input, index) => ({
      name: input.name ?? '',
      type: formatType(input),
      value: formatArgument(input, values[index]),
    })),
  }
}

const known = new Map<string, { item: AbiFunction; selector: string }>()

function parseSignature(signature: string) {
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
export function formatType(input: AbiParameter): string {
  const components = 'components' in input ? input.components : []
  return input.type.replace(/^tuple/, `(${components.map(formatType).join(',')})`)
}

export function formatArgument(input: AbiParameter, value: unknown): unknown {
  if (Array.isArray(value)) {
    const components = 'components' in input ? input.components : []
    const isList = input.type.endsWith(']')
    const inner = { ...input, type: input.type.replace(/\[\d*\]$/, '') }
    return value.map((each, index) => formatArgument(isList ? inner : (components[index] ?? inner), each))
  }
  if (input.type === 'address') return getAddress(String(value))
  // An unpaired surrogate can't be encoded in UTF-8: it was replaced when the text was encoded.
  return typeof value === 'string' ? value.toWellFormed() : String(value)
}
