import { isRightToLeft } from '#renderer/lib/right-to-left.ts'

/** The tab that a key moves to, by WAI-ARIA: the next one in reading direction, wrapping at both ends. */
export function tabOfKey(
  { key, currentTarget }: KeyboardEvent,
  at: number,
  count: number,
): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const isOn = (key === 'ArrowRight') !== isRightToLeft(currentTarget)
  return (at + (isOn ? 1 : -1) + count) % count
}
