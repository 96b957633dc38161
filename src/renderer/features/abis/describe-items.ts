import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import { pluralize } from '#renderer/lib/format-number.ts'

interface Counts {
  readonly functions: number
  readonly events: number
  readonly errors: number
}

/** Counts as a text, for example `2 functions, 1 event`; zero counts are left out. */
export const describeItems = ({ functions, events, errors }: Counts): string =>
  [
    [functions, $nmsgid('function', 'functions')] as const,
    [events, $nmsgid('event', 'events')] as const,
    [errors, $nmsgid('error', 'errors')] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, noun]) => pluralize(count, noun))
    .join(', ') || $gettext('a constructor')
