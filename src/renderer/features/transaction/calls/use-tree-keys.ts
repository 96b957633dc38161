/** The keyboard of a tree by the WAI-ARIA pattern: arrows, Home, End, page keys, `*`, Enter, and typing to find a row. */
import { chordOf } from '#renderer/lib/key-chord.ts'

interface TreeRow {
  readonly level: number
  /** Undefined for a row without children. */
  readonly isOpen?: boolean | undefined
}

export interface TreeKeysOptions {
  readonly rows: () => readonly TreeRow[]
  readonly active: () => number
  readonly pageRows: () => number
  /** The start of a row's text, for finding it by typing. */
  readonly textOf: (index: number) => string
  readonly moveTo: (index: number) => void
  readonly toggle: (index: number, open: boolean) => void
  readonly openSiblings: (index: number) => void
  readonly enter: (index: number) => void
  readonly escape: () => void
  readonly copy: (index: number) => void
  readonly now?: () => number
}

/** Letters typed within this time, in ms, form one word. */
const TYPING_MS = 700
const LETTER = /^\p{L}$/u

export function createTreeKeys(options: TreeKeysOptions): (event: KeyboardEvent) => void {
  const { rows, active } = options
  const type = createTyping(options)

  const parentOf = (index: number) => {
    const level = rows()[index]?.level ?? 1
    return rows().findLastIndex((row, at) => at < index && row.level < level)
  }

  function right() {
    const row = rows()[active()]
    if (row?.isOpen === false) options.toggle(active(), true)
    else if (row?.isOpen) options.moveTo(active() + 1)
  }

  function left() {
    if (rows()[active()]?.isOpen) options.toggle(active(), false)
    else if (parentOf(active()) >= 0) options.moveTo(parentOf(active()))
  }

  const step = (by: number) => {
    options.moveTo(active() + by)
  }
  const acts: Readonly<Record<string, () => void>> = {
    arrowdown: () => {
      step(1)
    },
    arrowup: () => {
      step(-1)
    },
    pagedown: () => {
      step(options.pageRows())
    },
    pageup: () => {
      step(-options.pageRows())
    },
    arrowright: right,
    arrowleft: left,
    home: () => {
      options.moveTo(0)
    },
    end: () => {
      options.moveTo(rows().length - 1)
    },
    enter: () => {
      options.enter(active())
    },
    ' ': () => {
      options.enter(active())
    },
    '*': () => {
      options.openSiblings(active())
    },
    escape: options.escape,
    'mod+c': () => {
      options.copy(active())
    },
  }

  return (event) => {
    const chord = chordOf(event)
    const act =
      acts[chord] ??
      (LETTER.test(chord)
        ? () => {
            type(chord)
          }
        : undefined)
    if (!act) return
    // Selected text is copied as usual.
    if (chord === 'mod+c' && getSelection()?.isCollapsed === false) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
}

/** Goes to the next row that begins with the typed text; while a word is continued, the active row counts too. */
function createTyping({ rows, active, textOf, moveTo, now = () => performance.now() }: TreeKeysOptions) {
  let typed = ''
  let typedAt = 0
  return (letter: string) => {
    typed = now() - typedAt < TYPING_MS ? typed + letter : letter
    typedAt = now()
    const count = rows().length
    // The same letter again goes to the next row that begins with it.
    const word = typed === letter.repeat(typed.length / letter.length) ? letter : typed
    const start = active() + (word.length > letter.length ? 0 : 1)
    for (let step = 0; step < count; step += 1) {
      const index = (start + step) % count
      if (textOf(index).toLowerCase().startsWith(word)) {
        moveTo(index)
        return
      }
    }
  }
}
