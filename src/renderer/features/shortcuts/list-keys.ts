/** The keys every list knows while it has the focus; the grid itself listens to them. */
export const LIST_KEYS: readonly { readonly label: string; readonly keys: string }[] = [
  { label: 'Next, previous row', keys: 'J K ↓ ↑' },
  { label: 'Cell to the left, to the right', keys: '← →' },
  { label: 'A page on, back', keys: 'Page ↓ Page ↑' },
  { label: 'First, last loaded row', keys: 'Ctrl Home, Ctrl End' },
  { label: 'Open the row', keys: 'Enter' },
  { label: 'Select more rows', keys: 'Shift ↓ ↑' },
  { label: 'Select all loaded rows', keys: 'Ctrl A' },
  { label: 'Copy the cell, row or selected rows', keys: 'C  or  Ctrl C' },
  { label: 'Copy as JSON', keys: 'Shift C  or  Ctrl Shift C' },
]
