import { $msgid } from '#shared/text/gettext.ts'
import type { Shortcut } from '#shared/shortcuts.ts'

/** What each shortcut does. */
export const SHORTCUT_LABELS: Readonly<Record<Shortcut, string>> = {
  search: $msgid('Search'),
  filter: $msgid('Filter rows'),
  back: $msgid('Back'),
  forward: $msgid('Forward'),
  settings: $msgid('Settings'),
  next: $msgid('Next row'),
  previous: $msgid('Previous row'),
  copy: $msgid('Copy'),
  nextBlock: $msgid('Next block'),
  previousBlock: $msgid('Previous block'),
  watch: $msgid('Watch this address'),
  flow: $msgid('Flow of money'),
  note: $msgid('Note'),
  details: $msgid('Details'),
  fields: $msgid('Everything the source says'),
  more: $msgid('More actions'),
  balance: $msgid('Balance at a date and time'),
  zone: $msgid('UTC or local time'),
  help: $msgid('Show all keys'),
  tab1: $msgid('First tab'),
  tab2: $msgid('Second tab'),
  tab3: $msgid('Third tab'),
  tab4: $msgid('Fourth tab'),
  tab5: $msgid('Fifth tab'),
  tab6: $msgid('Sixth tab'),
  tab7: $msgid('Seventh tab'),
  tab8: $msgid('Eighth tab'),
  tab9: $msgid('Ninth tab'),
}
