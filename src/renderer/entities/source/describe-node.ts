import type { NodeStatus } from '#shared/node-status.ts'
import { pluralize, formatCount } from '#renderer/lib/format-number.ts'

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
  return [bad, far, speed, left, behind, status.bytesOnDisk > 0 ? formatBytes(status.bytesOnDisk) : undefined]
    .filter((word) => word !== undefined && word !== '')
    .join(' · ')
}

/** `45 s`, `2 min`, `3 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${String(Math.max(1, Math.round(seconds)))} s`
  if (seconds < 3_600) return `${String(Math.round(seconds / 60))} min`
  return `${String(Math.round(seconds / 3_600))} h`
}

/** `61 MB`: in thousands. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${String(bytes)} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1_000
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : formatCount(Math.round(value))} ${units[unit] ?? ''}`
}

const rate = (each: number) => (each < 10 ? each.toFixed(1) : formatCount(Math.round(each)))
