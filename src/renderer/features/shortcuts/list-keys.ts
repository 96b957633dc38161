/** The keys every list knows while it has the focus; the grid itself listens to them. */
export const LIST_KEYS: readonly { readonly words: string; readonly keys: string }[] = [
  { words: 'Next, previous row', keys: 'J K ↓ ↑' },
  { words: 'Cell to the left, to the right', keys: '← →' },
  { words: 'A page on, back', keys: 'Page ↓ Page ↑' },
  { words: 'First, last loaded row', keys: 'Ctrl Home, Ctrl End' },
  { words: 'Open the row', keys: 'Enter' },
  { words: 'Copy the cell', keys: 'C' },
]
