/** The keys every list knows while it has the focus; the grid itself listens to them. */
export const LIST_KEYS: readonly { readonly label: string; readonly keys: string }[] = [
  { label: 'Next, previous row', keys: 'J K ↓ ↑' },
  { label: 'Cell to the left, to the right', keys: '← →' },
  { label: 'A page on, back', keys: 'Page ↓ Page ↑' },
  { label: 'First, last loaded row', keys: 'Ctrl Home, Ctrl End' },
  { label: 'Open the row', keys: 'Enter' },
  { label: 'Copy the cell', keys: 'C' },
]
