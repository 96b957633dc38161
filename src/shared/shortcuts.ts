/** The shortcuts of single keys, each with its default. */
export const DEFAULT_KEYS = {
  search: '/',
  filter: 'f',
  here: 'h',
  view: 'v',
  export: 'x',
  back: '[',
  forward: ']',
  settings: ',',
  next: 'j',
  previous: 'k',
  copy: 'c',
  reading: 'r',
  nextBlock: 'n',
  previousBlock: 'p',
  watch: 'w',
  flow: 'g',
  note: 'm',
  details: 'd',
  fields: 'e',
  more: '.',
  balance: 'b',
  zone: 't',
  help: '?',
  tab1: '1',
  tab2: '2',
  tab3: '3',
  tab4: '4',
  tab5: '5',
  tab6: '6',
  tab7: '7',
  tab8: '8',
  tab9: '9',
} as const

export type Shortcut = keyof typeof DEFAULT_KEYS
export const SHORTCUTS = Object.keys(DEFAULT_KEYS) as readonly Shortcut[]

/** A key such as `j`, `?` or `alt+j`. A letter is in lower case, and also matches with Shift. */
export const isShortcutKey = (text: string): boolean => /^(alt\+)?[^\sA-Z]$/u.test(text)

export type ChosenKeys = Readonly<Partial<Record<Shortcut, string>>>

export const allKeys = (chosen: ChosenKeys): Readonly<Record<Shortcut, string>> => ({
  ...DEFAULT_KEYS,
  ...chosen,
})

/**
 * The stored keys that are still usable: a later version may give a new shortcut a key that a person chose, or lack a
 * shortcut. The new shortcut then has the key, and all other choices stay.
 */
export function usableKeys(stored: unknown): ChosenKeys {
  const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).filter(
    (entry): entry is [Shortcut, string] =>
      Object.hasOwn(DEFAULT_KEYS, entry[0]) && typeof entry[1] === 'string' && isShortcutKey(entry[1]),
  )
  let chosen = new Map(entries.filter(([, key], at) => entries.findIndex((other) => other[1] === key) === at))
  for (;;) {
    const defaults = new Set(SHORTCUTS.filter((name) => !chosen.has(name)).map((name) => DEFAULT_KEYS[name]))
    const left = new Map([...chosen].filter(([, key]) => !(defaults as ReadonlySet<string>).has(key)))
    if (left.size === chosen.size) return Object.fromEntries(left)
    chosen = left
  }
}

/** Shortcuts of a page's tabs, in their order; further tabs have none. */
export const TAB_SHORTCUTS: readonly Shortcut[] = SHORTCUTS.filter((name) => name.startsWith('tab'))
