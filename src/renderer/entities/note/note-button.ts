import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'

export const NoteButton = loadAfterRows(() => import('./NoteButton.vue'), { label: 'Note', icon: true })
