import { $gettext } from './gettext.ts'

export const MINUTE = 60
export const HOUR = 60 * MINUTE

export const inSeconds = (count: number): string => $gettext('%{count} s', { count })
export const inMinutes = (count: number): string => $gettext('%{count} min', { count })
export const inHours = (count: number): string => $gettext('%{count} h', { count })

/** For example `45 s`, `2 min` or `3 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < MINUTE) return inSeconds(Math.max(1, Math.round(seconds)))
  if (seconds < HOUR) return inMinutes(Math.round(seconds / MINUTE))
  return inHours(Math.round(seconds / HOUR))
}
