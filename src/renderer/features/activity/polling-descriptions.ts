import { $msgid } from '#shared/text/gettext.ts'
import type { Activity } from '#shared/rpc/contract/activity.ts'

/** The state of polling as a sentence. */
export const POLLING_DESCRIPTIONS: Readonly<Record<Activity['polling'], string>> = {
  on: $msgid('Watched addresses are checked in the background.'),
  slow: $msgid('Watched addresses are checked less often while no window is visible.'),
  off: $msgid('Background checks are switched off in the settings.'),
  metered: $msgid('Nothing is checked on a metered connection.'),
}
