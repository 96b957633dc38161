/**
 * What the palette offers for what was typed: plain data, worked out anew at each key. Nothing is looked up; all of it is
 * known here already (the sources, the recent places, the commands).
 */
import type { RouteLocationRaw } from 'vue-router'
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { parseTargets } from '#shared/parse-target.ts'
import type { Command } from '#renderer/stores/commands.ts'
import { commandItems, recentItems, sourceItems, watchedItems } from './palette-items.ts'
import { targetSections } from './palette-targets.ts'

export interface PaletteItem {
  readonly id: string
  readonly label: string
  /** Beside the label: a short hash, a host. */
  readonly detail?: string | undefined
  readonly keys?: string | undefined
  readonly icon:
    | { readonly kind: 'address'; readonly address: string }
    | { readonly kind: 'source'; readonly name: string }
    | { readonly kind: 'transaction' | 'token' | 'block' | 'command' | 'add' }
  readonly action:
    | { readonly kind: 'go'; readonly to: RouteLocationRaw; readonly source?: string | undefined }
    | { readonly kind: 'source'; readonly source: string }
    | { readonly kind: 'link'; readonly url: string }
    | { readonly kind: 'run'; readonly run: () => unknown }
}

export interface PaletteSection {
  readonly title: string
  readonly tone?: 'warn'
  readonly items: readonly PaletteItem[]
}

export interface Palette {
  readonly sections: readonly PaletteSection[]
  /** What to know about what was typed, or what it could be, in sentences. */
  readonly hints: readonly string[]
}

export interface PaletteContext {
  /** The source places are opened on. */
  readonly source: string | undefined
  readonly sources: readonly SourceView[]
  readonly recent: readonly RecentItem[]
  readonly commands: readonly Command[]
  /** Addresses the person has words for: those that have the text in them. */
  readonly watched?: (text: string) => readonly WatchedAddress[]
}

const MAX_RECENT = 6

export function paletteFor(typed: string, context: PaletteContext): Palette {
  const text = typed.trim()
  if (text === '') {
    const recent = recentItems(context, () => true).slice(0, MAX_RECENT)
    return filled(
      [
        { title: 'Recent', items: recent },
        { title: 'Do', items: commandItems(context, '') },
      ],
      [],
    )
  }
  const { targets, notes, hint } = parseTargets(text)
  const has = (line: string) => line.toLowerCase().includes(text.toLowerCase())
  const recent = recentItems(context, (place) => has(place.title) || has(place.path))
  if (targets.length > 0)
    return filled([...targetSections(targets, context), { title: 'Recent', items: recent }], notes)
  const found = filled(
    [
      { title: 'Watched', items: watchedItems(context, text) },
      { title: 'Recent', items: recent },
      { title: 'Sources', items: sourceItems(context, has) },
      { title: 'Do', items: commandItems(context, text) },
    ],
    [],
  )
  const says = hint !== undefined && (found.sections.length === 0 || /^0x/i.test(text))
  return says ? { ...found, hints: [hint] } : found
}

const filled = (sections: readonly PaletteSection[], hints: readonly string[]): Palette => ({
  sections: sections.filter((section) => section.items.length > 0),
  hints,
})
