/** Compares the calls of a transaction with `debug_traceTransaction`, frame for frame. */
import { expect } from 'vitest'

export interface NodeCall {
  readonly type: string
  readonly from: string
  readonly to?: string
  readonly value?: string
  readonly gas: string
  readonly gasUsed: string
  readonly input: string
  readonly output?: string
  readonly error?: string
  readonly calls?: readonly NodeCall[]
}

const decimal = (hex: string | undefined) => BigInt(hex ?? '0x0').toString()

/** In the order of the calls. */
export function framesOfNode(call: NodeCall, path: readonly number[] = []): object[] {
  const kind = call.type.toLowerCase()
  const creates = kind.startsWith('create')
  const destroys = kind === 'selfdestruct'
  const own = {
    kind,
    from: call.from,
    traceAddress: path,
    value: kind === 'delegatecall' || kind === 'staticcall' ? '0' : decimal(call.value),
    ...(destroys
      ? { to: call.to }
      : { gas: decimal(call.gas), gasUsed: decimal(call.gasUsed), input: call.input }),
    ...(destroys ? {} : { output: call.output ?? '0x' }),
    ...(creates && call.error === undefined ? { created: call.to } : {}),
    ...(creates || destroys ? {} : { to: call.to }),
    error: call.error === undefined ? null : (expect.any(String) as string),
  }
  return [own, ...(call.calls ?? []).flatMap((inner, index) => framesOfNode(inner, [...path, index]))]
}
