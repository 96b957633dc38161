import { $msgid } from '#shared/text/gettext.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'

export const NoteButton = loadAfterRows(() => import('./NoteButton.vue'), {
  label: $msgid('Note'),
  icon: true,
})
