/** Signatures that are known without asking: of standards, then of the pack that ships with the app. */
import { readFileSync } from 'node:fs'
import type { AbiItemKind } from '#shared/abi/abi-item.ts'
import type { Candidate } from '#shared/abi/candidate.ts'
import { standardCandidates } from '#shared/abi/standards.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { findBeside } from './find-beside.ts'
import { readSignaturePack, type SignaturePack } from './signature-pack.ts'

const PACK_FILE = 'signatures.bin'
/** Selectors whose signatures are kept parsed. */
const MAX_KEPT = 4_000

let pack: SignaturePack | null | undefined
const kept = new LruCache<string, readonly Candidate[]>({ maxSize: MAX_KEPT })

/** The best first. A name of the pack is never certain: its four bytes may be those of another function. */
export const knownCandidates = (kind: AbiItemKind, selector: string): readonly Candidate[] =>
  kept.getOrMake(`${kind}${selector}`, () => [
    ...standardCandidates(kind, selector),
    ...packCandidates(kind, selector),
  ])

/** Reads standards and the pack, which takes some ms, before the first name is looked up. */
export const prepareSignatures = (): void => void knownCandidates('function', '0x00000000')

function packCandidates(kind: AbiItemKind, selector: string): readonly Candidate[] {
  if (pack === undefined) pack = loadPack()
  const found = pack?.find(kind, selector) ?? []
  return found.map(({ item, from }) => ({ item, from, origin: 'pack', isCertain: false }))
}

/** Null where it is gone or damaged. */
function loadPack(): SignaturePack | null {
  const path = findBeside(PACK_FILE)
  try {
    return path === undefined ? null : readSignaturePack(readFileSync(path))
  } catch {
    return null
  }
}
