import { $gettext } from '#shared/text/gettext.ts'
import { parseTargets } from '#shared/targets/parse-target.ts'
import type { FieldList } from '#renderer/ui/use-field-list.ts'
import type { PaletteItem, PaletteProvider, PaletteSection } from '../palette-provider.ts'

export interface Palette {
  readonly sections: readonly PaletteSection[]
  /** Sentences about the typed text, or about what it may be. */
  readonly hints: readonly string[]
}

/** `up` and `down` move to another item, `enter` opens the current one. */
export type PaletteKey = 'up' | 'down' | 'enter'

/** The part of the palette that the search field uses. */
export interface PaletteControl {
  readonly press: (key: PaletteKey) => void
  /** ARIA attributes of the field: the id of its list, and the id of the item Enter opens. */
  readonly attributes: FieldList['attributes']['value']
  /** Number of items and the hints, for screen readers; empty while the palette is closed. */
  readonly summary: string
}

/** Order of the section for targets in the text. */
export const TARGET_ORDER = 10

/**
 * Builds the palette for the typed text from the sections of all providers; sections without items are left out.
 * If the text is a link to a place of this window, `ownPlace` is that place and the only item. `found` is the
 * answer of the source.
 */
export function buildPalette(
  typed: string,
  providers: readonly PaletteProvider[],
  {
    ownPlace,
    found,
  }: { readonly ownPlace?: PaletteItem | undefined; readonly found?: Palette | undefined } = {},
): Palette {
  if (ownPlace)
    return { sections: [{ order: TARGET_ORDER, title: $gettext('Link'), items: [ownPlace] }], hints: [] }
  const text = typed.trim()
  const { targets, notes, hint } = parseTargets(text)
  const sections = [...providers.flatMap((provide) => provide({ text, targets })), ...(found?.sections ?? [])]
    .filter(({ items }) => items.length > 0)
    .sort((one, other) => one.order - other.order)
  if (targets.length > 0) return { sections, hints: notes }
  const showsHint = hint !== undefined && (sections.length === 0 || /^0x/i.test(text))
  return { sections, hints: [...(found?.hints ?? []), ...(showsHint ? [hint] : [])] }
}

/** Index of the item Enter opens unless a person chooses another: the first with an exact name; a marked item never. */
export function defaultIndex({ sections }: Palette): number {
  const items = sections.flatMap((section) => section.items)
  const exact = items.findIndex(({ isExact = false }) => isExact)
  return exact >= 0
    ? exact
    : Math.max(
        0,
        items.findIndex(({ mark }) => mark === undefined),
      )
}
