import { describeRepairs, type NodeStatus } from '#shared/node-status.ts'
import { formatBytes, formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { formatDuration } from '#renderer/lib/format-time.ts'

/** One line on a followed node: how far its index is, how fast it goes, and what is still behind. */
export function describeNode(status: NodeStatus): string {
  const { blocks, traces } = status
  const far =
    status.state === 'following'
      ? `block ${formatCount(status.head?.number ?? 0)}, up to date`
      : blocks.of === 0
        ? undefined
        : `${formatCount(blocks.done)} of ${pluralize(blocks.of, { one: 'block', many: 'blocks' })}`
  const speed =
    status.state === 'catching_up' && status.blocksPerSecond > 0
      ? `${rate(status.blocksPerSecond)} blocks/s, ${rate(status.transactionsPerSecond)} transactions/s`
      : undefined
  const left =
    status.state === 'catching_up' && status.secondsLeft !== null
      ? `${formatDuration(status.secondsLeft)} left`
      : undefined
  const waiting = traces.of - traces.done - traces.unavailable
  const behind =
    traces.of > 0 && waiting > 0
      ? `traces ${formatCount(traces.done)} of ${formatCount(traces.of)}`
      : undefined
  const bad = ['stalled', 'failed', 'connecting', 'paused'].includes(status.state)
    ? status.message
    : undefined
  const refused = describeRepairs(status.repairs) ?? undefined
  return [
    bad,
    far,
    speed,
    left,
    behind,
    refused,
    status.bytesOnDisk > 0 ? formatBytes(status.bytesOnDisk) : undefined,
  ]
    .filter((word) => word !== undefined && word !== '')
    .join(' · ')
}

const rate = (each: number) => (each < 10 ? each.toFixed(1) : formatCount(Math.round(each)))
