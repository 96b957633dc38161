/**
 * Texts about a followed node and its index. The service sends a text's name with its values; the window shows it in
 * its language, and the service's log in English.
 */
import { $gettext, $msgid, $ngettext, $nmsgid, type Noun } from './text/gettext.ts'
import { groupThousands } from './units.ts'

/** A text with two forms is for `count` nodes. */
const TEXTS = {
  asking: $nmsgid('Asking the node at %{host}.', 'Asking %{count} nodes.'),
  reading: $nmsgid('Reading the blocks of the node at %{host}.', 'Reading the blocks of %{count} nodes.'),
  following: $nmsgid('Following the node at %{host}.', 'Following %{count} nodes.'),
  paused: $msgid('Paused. What is indexed can be read.'),
  resumed: $msgid('Going on.'),
  no_answer: $msgid('No node answers at %{host}.'),
  /** `detail` is a sentence in English about the node's response. */
  unreadable: $msgid('The node at %{host} can’t be read: “%{detail}”'),
  failed: $msgid('The index can’t go on: “%{detail}”'),
  retrying: $msgid('Asking again; what is indexed can be read.'),
  no_room: $msgid('There is no room left for the index %{file}. What it holds is kept.'),
  not_writable: $msgid('The index %{file} can’t be written: “%{detail}”'),
  locked: $msgid('Another program is writing the index %{file}. Close it first.'),
  damaged: $msgid('The index %{file} is damaged. It was left as it is.'),
  moved_away: $msgid('The index was damaged. It is kept as %{file}, and the chain is indexed afresh.'),
  other_chain: $msgid(
    'Another chain answers at this URL now. It has an index of its own; the old one is kept.',
  ),
  no_traces: $msgid('Call traces are not asked for.'),
  from_fork: $msgid(
    'This node is a fork of another chain: it is indexed from block %{block}, where the fork began.',
  ),
  from_pruned: $msgid('This node has pruned its blocks before %{block}; what came earlier can’t be shown.'),
  from_refused: $msgid(
    'This node refuses its blocks before %{block} for now; they are indexed when it gives them.',
  ),
  from_block: $msgid('This chain is indexed from block %{block} on.'),
  kept_for: $nmsgid(
    'Only what names one address is kept.',
    'Only what names one of %{count} addresses is kept.',
  ),
  odd_block: $msgid(
    'The node gives the field %{field} of block %{block} in a form that can’t be read: it is not known, and asked for again.',
  ),
  odd_transaction: $msgid(
    'The node gives the field %{field} of transaction %{transaction} in block %{block} in a form that can’t be read: it is not known, and asked for again.',
  ),
  coin_contract: $msgid(
    'The token %{token} is the coin of this chain, as its balances and its transfers show: sums count it once.',
  ),
  newest_first: $msgid(
    'The newest blocks are shown first: of the whole chain, %{done} of %{of} blocks are indexed.',
  ),
  node_silent: $nmsgid(
    'One of %{all} nodes does not respond: %{hosts}.',
    '%{count} of %{all} nodes do not respond: %{hosts}.',
  ),
  node_wrong_blocks: $nmsgid(
    'One of %{all} nodes gives blocks that are not what their hashes say, and is left out: %{hosts}.',
    '%{count} of %{all} nodes give blocks that are not what their hashes say, and are left out: %{hosts}.',
  ),
  node_other_blocks: $nmsgid(
    'One of %{all} nodes gives other blocks than the longest chain, and is left out: %{hosts}.',
    '%{count} of %{all} nodes give other blocks than the longest chain, and are left out: %{hosts}.',
  ),
  node_other_chain: $nmsgid(
    'One of %{all} nodes is of another chain, and is left out: %{hosts}.',
    '%{count} of %{all} nodes are of another chain, and are left out: %{hosts}.',
  ),
} as const satisfies Readonly<Record<string, string | Noun>>

export interface NodeText {
  readonly id: keyof typeof TEXTS
  readonly values?: Readonly<Record<string, string | number>>
}

const look = $gettext as (text: string, values: Readonly<Record<string, string>>) => string
const lookPlural = $ngettext as (
  one: string,
  many: string,
  count: number,
  values: Readonly<Record<string, string>>,
) => string

/** Joins the sentences, in the current language, with spaces. */
export function describeNodeTexts(texts: readonly NodeText[]): string {
  return texts
    .map(({ id, values = {} }) => {
      const shown = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'number' ? groupThousands(String(value)) : value,
        ]),
      )
      const text: string | Noun = TEXTS[id]
      return typeof text === 'string'
        ? look(text, shown)
        : lookPlural(text.one, text.many, Number(values.count), shown)
    })
    .join(' ')
}
