import { formatDuration } from '#shared/text/format-duration.ts'
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import { describeNodeTexts } from '#shared/node-texts.ts'
import { describeRepairs, type NodeStatus } from '#shared/node-status.ts'
import { formatBytes, formatCount, pluralize } from '#renderer/lib/format-number.ts'

/** State of a followed node in one line: progress, speed, and what is missing. */
export function describeNode(status: NodeStatus): string {
  const { blocks, traces } = status
  const far =
    status.state === 'following'
      ? $gettext('block %{block}, up to date', { block: formatCount(status.head?.number ?? 0) })
      : blocks.of === 0
        ? undefined
        : $gettext('%{count} of %{all}', {
            count: formatCount(blocks.done),
            all: pluralize(blocks.of, $nmsgid('block', 'blocks')),
          })
  const speed =
    status.state === 'catching_up' && status.blocksPerSecond > 0
      ? $gettext('%{blocks} blocks/s, %{transactions} transactions/s', {
          blocks: rate(status.blocksPerSecond),
          transactions: rate(status.transactionsPerSecond),
        })
      : undefined
  const left =
    status.state === 'catching_up' && status.secondsLeft !== null
      ? $gettext('%{time} left', { time: formatDuration(status.secondsLeft) })
      : undefined
  const waiting = traces.of - traces.done - traces.unavailable
  const behind =
    traces.of > 0 && waiting > 0
      ? $gettext('traces %{count} of %{all}', {
          count: formatCount(traces.done),
          all: formatCount(traces.of),
        })
      : undefined
  const { prepared } = status
  const preparing =
    status.state === 'following' && prepared
      ? $gettext('preparing sorted lists: %{count} of %{all}', {
          count: formatCount(prepared.done),
          all: formatCount(prepared.of),
        })
      : undefined
  const bad = ['stalled', 'failed', 'connecting', 'paused'].includes(status.state)
    ? describeNodeTexts(status.texts)
    : undefined
  const refused = describeRepairs(status.repairs) ?? undefined
  return [
    bad,
    far,
    speed,
    left,
    behind,
    preparing,
    refused,
    status.bytesOnDisk > 0 ? formatBytes(status.bytesOnDisk) : undefined,
  ]
    .filter((word) => word !== undefined && word !== '')
    .join(' · ')
}

const rate = (each: number) => (each < 10 ? each.toFixed(1) : formatCount(Math.round(each)))
