type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'> &
  Partial<Pick<KeyboardEvent, 'code' | 'getModifierState'>>

/**
 * A key as shortcuts name it: `j`, `?`, `alt+j`, `mod+k`. A letter is lower case, whether with Shift or not. With Alt it
 * is the letter or digit on the key: some systems give another character then. A sign typed by AltGr is the sign alone.
 */
export function chordOf(event: KeyPress): string {
  const { key, altKey, ctrlKey, metaKey, code = '' } = event
  const name = key.toLowerCase()
  if (event.getModifierState?.('AltGraph')) return name
  const mod = ctrlKey || metaKey ? 'mod+' : ''
  if (!altKey) return mod + name
  const [, onKey] = /^(?:Key|Digit)([A-Z\d])$/.exec(code) ?? []
  return `${mod}alt+${onKey?.toLowerCase() ?? name}`
}

/** Shift makes another of this key: of a letter, not of a sign that is typed with it. */
export const isShifted = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean =>
  shiftKey && (key.length > 1 || key.toLowerCase() !== key.toUpperCase())
