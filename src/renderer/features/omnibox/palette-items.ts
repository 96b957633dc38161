/** Entries of the palette made from what is known here: recent places, sources, commands. */
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import { COMMAND_GROUPS, formatKeys } from '#renderer/stores/commands.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { addressRoute } from '#renderer/entities/routes.ts'
import type { PaletteContext, PaletteItem } from './palette.ts'

export const recentItems = (
  { recent, sources }: PaletteContext,
  wanted: (place: RecentItem) => boolean,
): PaletteItem[] =>
  recent.filter(wanted).map((place) => {
    const [, kind, hash = ''] = place.path.split('/')
    const on = sources.find((source) => source.id === place.source)?.name
    const short = place.title === shortenHash(hash) ? undefined : shortenHash(hash)
    return {
      id: `recent:${place.source}${place.path}`,
      label: place.title,
      detail: [short, on].filter(Boolean).join(' · '),
      icon:
        kind === 'address'
          ? { kind: 'address', address: hash }
          : { kind: kind === 'tx' ? 'transaction' : 'token' },
      action: { kind: 'go', to: `/s/${encodeURIComponent(place.source)}${place.path}` },
    }
  })

/** Opened on the source in front, or on one of the chain the entry is about. */
export const watchedItems = ({ watched, source, sources }: PaletteContext, text: string): PaletteItem[] =>
  (watched?.(text) ?? []).flatMap((entry): PaletteItem[] => {
    const here = sources.find(({ id }) => id === source)
    const on =
      entry.chainId === null || here?.chainId === entry.chainId
        ? here
        : sources.find(({ chainId, hidden }) => chainId === entry.chainId && !hidden)
    if (!on) return []
    return [
      {
        id: `watched:${String(entry.id)}`,
        label: entry.label || entry.address,
        detail: [
          entry.label === '' ? undefined : shortenHash(entry.address),
          ...entry.groups,
          on === here ? undefined : on.name,
        ]
          .filter((word) => word !== undefined)
          .join(' · '),
        icon: { kind: 'address', address: entry.address },
        action: { kind: 'go', to: addressRoute(on.id, entry.address), source: on.id },
      },
    ]
  })

export const sourceItems = ({ sources }: PaletteContext, has: (line: string) => boolean): PaletteItem[] =>
  sources
    .filter((source) => !source.hidden && has(`${source.name} ${source.host}`))
    .map((source) => ({
      id: `source:${source.id}`,
      label: `Switch to ${source.name}`,
      detail: source.host,
      icon: { kind: 'source', name: source.name },
      action: { kind: 'source', source: source.id },
    }))

export const commandItems = ({ commands }: PaletteContext, text: string): PaletteItem[] =>
  commands
    .filter((each) => !each.keyboardOnly && each.label.toLowerCase().includes(text.toLowerCase()))
    .sort((a, b) => COMMAND_GROUPS.indexOf(a.group) - COMMAND_GROUPS.indexOf(b.group))
    .map((each) => ({
      id: `command:${each.id}`,
      label: each.label,
      keys: each.keys === undefined ? undefined : formatKeys(each.keys),
      icon: { kind: 'command' },
      action: { kind: 'run', run: each.run },
    }))
