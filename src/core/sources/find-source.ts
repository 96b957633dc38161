import type { Source } from '#shared/source.ts'
import type { Sources } from './sources.ts'

/** Undefined of a source that is gone. */
export function findSource(sources: Pick<Sources, 'get'>, id: string): Source | undefined {
  try {
    return sources.get(id)
  } catch {
    return undefined
  }
}
