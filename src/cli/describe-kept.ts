import { describeError } from '#shared/rpc/describe-error.ts'
import type { Kept, Page } from '#shared/lists/page.ts'
import { describeTime } from './output/describe-time.ts'
import type { Output } from './output/output.ts'

/** Says that data comes from the archive, since when and why. */
export function describeKept({ readAt, failure }: Kept): string {
  const why = failure ? `${describeError(failure).title} ` : ''
  return `${why}This is what is kept: it was read ${describeTime(readAt)} UTC, ${describeAge(Date.now() - readAt)} ago.`
}

/** Says of the pages of a list what of them is kept: all, or of JSON which are not letter by letter the source's. */
export function createKeptNotes(output: Pick<Output, 'note'>, isText: boolean) {
  let saysForm = isText
  let isFirst = true
  let rows = 0
  return {
    begin({ kept }: Pick<Page, 'kept'>) {
      if (isFirst && kept) {
        output.note(describeKept(kept))
        saysForm = false
      }
      isFirst = false
    },
    /** `written`: how many rows of the page were. */
    end({ kept }: Pick<Page, 'kept'>, written: number) {
      if (kept && saysForm) rows += written
    },
    endAll() {
      if (rows > 0)
        output.note(
          `${String(rows)} of the rows are as they are kept, with numbers and texts in one form. Those of the source have its own letters.`,
        )
    },
  }
}

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
] as const

function describeAge(ms: number): string {
  const [name, unit] = UNITS.find(([, length]) => ms >= 2 * length) ?? (['seconds', 1_000] as const)
  return `${String(Math.max(0, Math.floor(ms / unit)))} ${name}`
}
