import { $gettext } from '#shared/text/gettext.ts'
import type { KeepProblem } from './contract/keep-problem.ts'
import { describeError } from './describe-error.ts'

/** Describes in a sentence or two why a job does not go on, for the window and for a terminal. */
export function describeKeepProblem(problem: KeepProblem): string {
  switch (problem.kind) {
    case 'source': {
      const { title, text } = describeError(problem.error)
      return `${title} ${text}`.trim()
    }
    case 'not_kept':
      return $gettext('Nothing is kept on this machine now: see “Keep what is read” in the settings.')
    case 'no_room':
      return $gettext('Kept lists fill the room there is: raise “Up to” in the settings, or forget some.')
    case 'notice':
      return $gettext('The source says that rows are missing: “%{message}”', { message: problem.message })
    case 'unsteady':
      return $gettext('The pages of this list do not fit together, so nobody can say what is missing.')
  }
}
