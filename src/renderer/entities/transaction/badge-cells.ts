import { h, type VNode } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { TransactionStatus } from '#shared/chain/transaction-words.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { describeOrigin, type Named } from '../abi/name-origin.ts'
import { smallIcon } from '#renderer/ui/small-icons.ts'

/** Which way something went, as seen from one address; of several as one, `within` went from one to another. */
export type Direction = 'in' | 'out' | 'self' | 'within'
const DIRECTION_LABELS: Readonly<Record<Direction, string>> = {
  in: $msgid('IN'),
  out: $msgid('OUT'),
  self: $msgid('SELF'),
  within: $msgid('⇄ WITHIN'),
}

export const directionCell = (direction: Direction | undefined): VNode | null =>
  direction ? h('span', { class: ['dir', direction] }, $gettext(DIRECTION_LABELS[direction])) : null

/** `waiting` is neither: in no block yet, or not known to the end. */
export type Status = TransactionStatus
const STATUS_ICONS = { ok: 'check', failed: 'cross', waiting: 'wait' } as const
const STATUS_CLASSES = { ok: 'st', failed: 'st bad', waiting: 'st wait' } as const

/** The state as a shape; `label` on hover and for a screen reader. */
export const statusCell = (status: Status | undefined, label: string): VNode | null =>
  status
    ? h('span', { class: STATUS_CLASSES[status], title: label }, [smallIcon(STATUS_ICONS[status], label)])
    : null

/**
 * A method's name or its four-byte selector. `strong`: a contract was called; `by`: who names it so. On hover it says so, and
 * a name that may be another function's does not look like one that is certain.
 */
export function methodCell(
  method: string | null | undefined,
  strong = false,
  copied: string | null | undefined = method,
  by?: Named,
): VNode | null {
  if (!method) return null
  const name = plainName(method, 60)
  if (name.trim() === '') return null
  const notes = [...(strong ? [$gettext('Contract call')] : []), ...(by ? [describeOrigin(by)] : [])]
  return h(
    'span',
    {
      class: ['meth', strong && 'x', by?.isCertain === false && 'guess'],
      title: [name, ...notes].join('\n'),
      'data-origin': by?.origin,
      'data-copy': copied,
    },
    name,
  )
}

/** A short text about something: the type of a token or block. */
export const tagCell = (
  text: string | null | undefined,
  tone?: 'ok' | 'bad' | 'warn' | 'acc',
): VNode | null => (text ? h('span', { class: ['tag', tone] }, plainName(text, 40)) : null)
