/** Looks up signatures of well-known standards. The meaning of their selectors is fixed, whoever implements them. */
import { parseSignatures, selectorOf, type AbiItemKind } from './abi-item.ts'
import type { Candidate } from './candidate.ts'
import { STANDARDS } from './standard-signatures.ts'

let candidates: Map<string, Candidate[]> | undefined

/** Candidates with this selector or first topic. The signatures are parsed at the first lookup. */
export function standardCandidates(kind: AbiItemKind, selector: string): readonly Candidate[] {
  candidates ??= readStandards()
  return candidates.get(`${kind}:${selector}`) ?? []
}

function readStandards(): Map<string, Candidate[]> {
  const found = new Map<string, Candidate[]>()
  for (const [from, signatures] of Object.entries(STANDARDS)) {
    for (const item of parseSignatures(signatures)) {
      const key = `${item.kind}:${selectorOf(item)}`
      const same = found.get(key) ?? []
      same.push({ item, origin: 'standard', from, isCertain: true })
      found.set(key, same)
    }
  }
  return found
}
