import { $gettext } from '#shared/text/gettext.ts'
import { parseTargets } from '#shared/targets/parse-target.ts'
import type { FieldList } from '#renderer/ui/use-field-list.ts'
import type { PaletteItem, PaletteProvider, PaletteSection } from '../palette-provider.ts'

export interface Palette {
  readonly sections: readonly PaletteSection[]
  /** What to know about what was typed, or what it could be, in sentences. */
  readonly hints: readonly string[]
}

/** `up` and `down` go to another item, `enter` takes the one it is at. */
export type PaletteKey = 'up' | 'down' | 'enter'

/** What the search field sees of the palette. */
export interface PaletteControl {
  readonly press: (key: PaletteKey) => void
  /** Of the field: which list it has, and which item of it Enter takes. */
  readonly attributes: FieldList['attributes']['value']
  /** How much there is, and the hints, for a screen reader; empty while it is closed. */
  readonly summary: string
}

/** Of the section for what the text points to. */
export const TARGET_ORDER = 10

/**
 * What the palette offers for what was typed: the sections of all providers, those without items left out. `ownPlace` is
 * given where it is a link to a place of the window: it is all that is offered then. `found`: what the source answered.
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

/** The index of the item that Enter opens unless another one is chosen: one that is called just so, and none that is marked. */
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
