/** Reads traits and texts from the metadata of an NFT. Metadata is untrusted: values of another type are left out. */
import { isRecord } from '#shared/is-record.ts'
import { plainName } from '#shared/text/hostile-text.ts'

export interface Trait {
  readonly name: string
  readonly value: string
}

const MAX_TRAITS = 200

export function readTraits(metadata: unknown): readonly Trait[] {
  if (typeof metadata !== 'object' || metadata === null) return []
  const { attributes, traits, properties } = metadata as Record<string, unknown>
  const listed = [attributes, traits].find(Array.isArray) as unknown[] | undefined
  if (listed) return listed.slice(0, MAX_TRAITS).flatMap(readListedTrait)
  const named = [attributes, properties, traits].find(isRecord)
  return named
    ? Object.entries(named)
        .slice(0, MAX_TRAITS)
        .flatMap(([name, value]) => trait(name, value))
    : []
}

/** Reads a trait of the common form `{ trait_type, value }`, or a bare value. */
function readListedTrait(entry: unknown): Trait[] {
  if (!isRecord(entry)) return trait('', entry)
  return trait(entry.trait_type ?? entry.name ?? entry.key ?? '', entry.value)
}

function trait(name: unknown, value: unknown): Trait[] {
  const shown = isRecord(value) && 'value' in value ? value.value : value
  if (typeof shown !== 'string' && typeof shown !== 'number' && typeof shown !== 'boolean') return []
  return [
    {
      name: typeof name === 'string' ? plainName(name, 60) : '',
      value: plainName(String(shown), 200),
    },
  ]
}

/** The text with this name in the metadata; undefined if there is none. Not sanitised yet. */
export function readMetadataText(metadata: unknown, name: 'name' | 'description'): string | undefined {
  if (!isRecord(metadata)) return undefined
  const text = metadata[name]
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}
