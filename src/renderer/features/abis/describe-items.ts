import { pluralize } from '#renderer/lib/format-number.ts'

interface Counts {
  readonly functions: number
  readonly events: number
  readonly errors: number
}

/** `2 functions, 1 event`: only what there is. */
export const describeItems = ({ functions, events, errors }: Counts): string =>
  [
    [functions, { one: 'function', many: 'functions' }] as const,
    [events, { one: 'event', many: 'events' }] as const,
    [errors, { one: 'error', many: 'errors' }] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, noun]) => pluralize(count, noun))
    .join(', ') || 'a constructor'
