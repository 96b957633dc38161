/** Signatures known without a request: of standards, then of the pack that ships with the app. */
import { readFileSync } from 'node:fs'
import type { AbiItemKind } from '#shared/abi/abi-item.ts'
import type { Candidate } from '#shared/abi/candidate.ts'
import { standardCandidates } from '#shared/abi/standards.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { findProgramFile } from './find-program-file.ts'
import { readSignaturePack, type SignaturePack } from './signature-pack.ts'

const PACK_FILE = 'signatures.bin'
/** Maximum number of selectors whose signatures are cached. */
const MAX_KEPT = 4_000

let pack: SignaturePack | null | undefined
const kept = new LruCache<string, readonly Candidate[]>({ maxSize: MAX_KEPT })

/**
 * Candidates for a selector, the best first. A name from the pack is never certain, because another function may have the
 * same selector.
 */
export const knownCandidates = (kind: AbiItemKind, selector: string): readonly Candidate[] =>
  kept.getOrMake(`${kind}${selector}`, () => [
    ...standardCandidates(kind, selector),
    ...packCandidates(kind, selector),
  ])

/** Reads the standards and the pack before the first lookup, which takes some ms. */
export const prepareSignatures = (): void => void knownCandidates('function', '0x00000000')

function packCandidates(kind: AbiItemKind, selector: string): readonly Candidate[] {
  if (pack === undefined) pack = loadPack()
  const found = pack?.find(kind, selector) ?? []
  return found.map(({ item, from }) => ({ item, from, origin: 'pack', isCertain: false }))
}

/** Null if the file is missing or damaged. */
function loadPack(): SignaturePack | null {
  const path = findProgramFile(PACK_FILE)
  try {
    return path === undefined ? null : readSignaturePack(readFileSync(path))
  } catch {
    return null
  }
}
