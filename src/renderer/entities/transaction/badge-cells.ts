import { h, type VNode } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { TransactionStatus } from '#shared/chain/transaction-words.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { describeOrigin, type Named } from '../abi/name-origin.ts'
import { smallIcon } from '#renderer/ui/small-icons.ts'

/** Direction of a movement as seen from one address. `within`: between two of several addresses. */
export type Direction = 'in' | 'out' | 'self' | 'within'
const DIRECTION_LABELS: Readonly<Record<Direction, string>> = {
  in: $msgid('IN'),
  out: $msgid('OUT'),
  self: $msgid('SELF'),
  within: $msgid('⇄ WITHIN'),
}

export const directionCell = (direction: Direction | undefined): VNode | null =>
  direction ? h('span', { class: ['dir', direction] }, $gettext(DIRECTION_LABELS[direction])) : null

/** `waiting`: in no block yet, or the result is unknown. `part`: success, but a call inside failed. */
export type Status = TransactionStatus | 'part'
const STATUS_ICONS = { ok: 'check', failed: 'cross', waiting: 'wait', part: 'part' } as const
const STATUS_CLASSES = { ok: 'st', failed: 'st bad', waiting: 'st wait', part: 'st part' } as const

/** The status as an icon, with `label` as tooltip and for screen readers. */
export const statusCell = (status: Status | undefined, label: string): VNode | null =>
  status
    ? h('span', { class: STATUS_CLASSES[status], title: label }, [smallIcon(STATUS_ICONS[status], label)])
    : null

/**
 * Name of a method, or its 4-byte selector. `strong`: a contract was called. `by`: the origin of the name, for the
 * tooltip; a guessed name looks different from a certain one.
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

/** A short tag, for example the type of a token or block. */
export const tagCell = (
  text: string | null | undefined,
  tone?: 'ok' | 'bad' | 'warn' | 'acc',
): VNode | null => (text ? h('span', { class: ['tag', tone] }, plainName(text, 40)) : null)
