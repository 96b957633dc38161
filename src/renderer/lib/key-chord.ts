type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'> &
  Partial<Pick<KeyboardEvent, 'code' | 'getModifierState'>>

/**
 * The name of a pressed key in shortcuts: `j`, `?`, `alt+j`, `mod+k`. A letter is lower case, also with Shift. With Alt
 * it is the letter or digit on the key, since some systems give another character then. A character typed with AltGr is
 * that character alone.
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

/**
 * Whether Shift makes another shortcut of this key. True for letters and named keys, not for signs that need Shift
 * themselves.
 */
export const isShifted = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean =>
  shiftKey && (key.length > 1 || key.toLowerCase() !== key.toUpperCase())
