/** The texts of a call: for its row, screen readers, search and copying. */
import { $gettext } from '#shared/text/gettext.ts'
import type { CallKind } from '#shared/chain/call-trace.ts'
import type { Decoded } from '#shared/abi/decoded.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { formatAmount, withSymbol } from '#shared/units.ts'
import { argumentsOf } from '#renderer/entities/abi/argument-unit.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import { argumentLine, type TextContext } from './argument-line.ts'
import { movesValue } from './call-rows.ts'
import type { CallNode, PositionedLog } from './call-tree.ts'

export const KIND_LABELS: Readonly<Record<CallKind, string>> = {
  call: 'call',
  callcode: 'callcode',
  delegatecall: 'delegate',
  staticcall: 'static',
  create: 'create',
  create2: 'create2',
  selfdestruct: 'self-destruct',
  reward: 'reward',
  stop: 'stop',
  invalid: 'invalid',
  unknown: 'call',
}

export const isCreation = ({ frame: { kind } }: CallNode): boolean => kind === 'create' || kind === 'create2'

/** The name of the called function, or its selector if the name is unknown; undefined if the call names no function. */
export function functionLabel(node: CallNode, decoded: Decoded | undefined): string | undefined {
  const { frame } = node
  if (decoded) return decoded.name
  if (isCreation(node) || frame.kind === 'selfdestruct') return undefined
  return frame.input !== null && frame.input.length >= 10 ? frame.input.slice(0, 10) : undefined
}

export const receiverOf = ({ frame: { created, to } }: CallNode): string | null => created ?? to

/** Whether this call is the innermost with its error: calls that pass the error on do not repeat it. */
export const isFirstToSay = ({ calls, frame }: CallNode): boolean =>
  !calls.some(
    ({ isFailed, frame: inner }) => isFailed && inner.output === frame.output && inner.error === frame.error,
  )

/** The contract that a call runs for, in lower case; for a delegated call, the caller. */
export const contractOf = ({ frame: { kind, from, to } }: CallNode): string | undefined =>
  (kind === 'delegatecall' || kind === 'callcode' ? from : to)?.toLowerCase()

/** The text of a failure. A revert without a reason is shown as such: the node's word adds nothing. */
export function failureText(node: CallNode, reason: Decoded | undefined, textContext: TextContext): string {
  const { error } = node.frame
  if (reason) {
    const line = argumentLine(reason.arguments, textContext, argumentsOf(reason, contractOf(node)))
    return reason.name === 'Error' ? line : `${reason.name}(${line})`
  }
  return error === null || error === 'failed' ? $gettext('failed') : plainName(error, 120)
}

export interface CallTextContext extends TextContext {
  readonly coin: { readonly symbol: string; readonly decimals: number }
}

interface Known {
  readonly decoded: Decoded | undefined
  readonly reason: Decoded | undefined
}

/** A call as one line of text. */
export function callLine(node: CallNode, { decoded, reason }: Known, textContext: CallTextContext): string {
  const { coin } = textContext
  const { kind, from, value } = node.frame
  const party = (hash: string | null) =>
    hash === null ? $gettext('nobody') : (textContext.nameOf(hash) ?? hash)
  const name = functionLabel(node, decoded)
  const call =
    name &&
    `${name}(${decoded ? argumentLine(decoded.arguments, textContext, argumentsOf(decoded, contractOf(node))) : ''})`
  const returned = decoded?.outputs?.length
    ? $gettext('returns %{values}', { values: argumentLine(decoded.outputs, textContext) })
    : undefined
  return [
    $gettext('%{kind} %{from} to %{to}', {
      kind: KIND_LABELS[kind],
      from: party(from),
      to: party(receiverOf(node)),
    }),
    call,
    returned,
    movesValue(node) && value !== null
      ? withSymbol(formatAmount(value, coin.decimals), coin.symbol)
      : undefined,
    node.gasUsed === null ? undefined : $gettext('gas %{gas}', { gas: formatCount(String(node.gasUsed)) }),
    node.isFailed
      ? $gettext('failed: %{reason}', { reason: failureText(node, reason, textContext) })
      : node.isUndone
        ? $gettext('undone')
        : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}

export function logLine(log: PositionedLog, decoded: Decoded | undefined, textContext: TextContext): string {
  const event = decoded
    ? `${decoded.name}(${argumentLine(decoded.arguments, textContext, argumentsOf(decoded, log.address))})`
    : (log.topics[0] ?? $gettext('no topics'))
  return $gettext('log of %{contract}, %{event}', {
    contract: textContext.nameOf(log.address) ?? log.address,
    event,
  })
}
