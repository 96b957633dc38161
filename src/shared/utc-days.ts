export const DAY_MS = 86_400_000

/** The day of a time in UTC, such as `2025-01-31`, whatever time zone the machine is in. `time`: ms since 1970. */
export const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10)
