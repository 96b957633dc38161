import type { Shortcut } from '#shared/shortcuts.ts'

/** What each shortcut does. */
export const SHORTCUT_LABELS: Readonly<Record<Shortcut, string>> = {
  search: 'Search',
  filter: 'Filter rows',
  back: 'Back',
  forward: 'Forward',
  settings: 'Settings',
  next: 'Next row',
  previous: 'Previous row',
  copy: 'Copy',
  nextBlock: 'Next block',
  previousBlock: 'Previous block',
  watch: 'Watch this address',
  balance: 'Balance at a date and time',
  zone: 'UTC or local time',
  help: 'Show all keys',
  tab1: 'First tab',
  tab2: 'Second tab',
  tab3: 'Third tab',
  tab4: 'Fourth tab',
  tab5: 'Fifth tab',
  tab6: 'Sixth tab',
  tab7: 'Seventh tab',
  tab8: 'Eighth tab',
  tab9: 'Ninth tab',
}
