/** The proof of several addresses: they add up if each does; else it names those that do not. */
import {
  MAX_LEDGER_ASSETS,
  MAX_LEDGER_GAPS,
  type AssetProof,
  type LedgerProof,
} from '#shared/rpc/contract/ledger.ts'
import type { Made } from '../create-ledgers.ts'

interface Proven {
  readonly address: string
  readonly ledger: { readonly proof: LedgerProof }
}

const STATES = ['incomplete', 'too_many', 'differs', 'adds_up'] as const
const RANK = { differs: 0, unknown: 1, adds_up: 2 } as const

export function proveMerged(members: readonly Proven[], revision: number): LedgerProof {
  const proofs = members.map(({ ledger }) => ledger.proof)
  const byAsset = Map.groupBy(
    members.flatMap(({ address, ledger }) => ledger.proof.assets.map((proof) => ({ address, proof }))),
    ({ proof }) => proof.asset.id,
  )
  const assets = [...byAsset.values()]
    .map(addUpAsset)
    .sort((one, other) => RANK[one.state] - RANK[other.state])
  const byHand = proofs.reduce((sum, proof) => sum + (proof.byHand ?? 0), 0)
  return {
    revision,
    state: STATES.find((state) => proofs.some((proof) => proof.state === state)) ?? 'adds_up',
    movements: proofs.reduce((sum, { movements }) => sum + movements, 0),
    ...(byHand > 0 && { byHand }),
    block: proofs.reduce<number | null>(
      (last, { block }) => (last === null ? block : Math.max(last, block ?? last)),
      null,
    ),
    readAt: Math.min(...proofs.map(({ readAt }) => readAt)),
    lists: proofs.flatMap(({ lists }) => lists),
    assets: assets.slice(0, MAX_LEDGER_ASSETS),
    assetCount: assets.length,
    asked: proofs.reduce((sum, { asked }) => sum + asked, 0),
    members: members.map(({ address, ledger: { proof } }) => ({
      address,
      state: proof.state,
      movements: proof.movements,
    })),
  }
}

function addUpAsset(own: readonly { readonly address: string; readonly proof: AssetProof }[]): AssetProof {
  const sum = (of: (proof: AssetProof) => string) =>
    String(own.reduce((total, { proof }) => total + BigInt(of(proof)), 0n))
  const isReported = own.every(({ proof }) => proof.reported !== null)
  const states = own.map(({ proof }) => proof.state)
  const first = own[0]?.proof.asset
  return {
    asset: first ?? { id: '', token: null, tokenId: null },
    state: states.includes('differs') ? 'differs' : states.includes('unknown') ? 'unknown' : 'adds_up',
    movements: own.reduce((total, { proof }) => total + proof.movements, 0),
    sum: sum((proof) => proof.sum),
    reported: isReported ? sum((proof) => proof.reported ?? '0') : null,
    difference: isReported ? sum((proof) => proof.difference ?? '0') : null,
    // `of` is the address whose ledger has the gap.
    gaps: own
      .flatMap(({ address, proof }) => proof.gaps.map((gap) => ({ ...gap, of: address })))
      .slice(0, MAX_LEDGER_GAPS),
  }
}

/** The proof if some members are incomplete: it has no sums. */
export const withoutWhole = (
  members: readonly { readonly address: string; readonly ledger: Made }[],
  revision: number,
  state: 'incomplete' | 'too_many',
): LedgerProof => ({
  ...proveMerged(members, revision),
  state,
  movements: 0,
  block: null,
  assets: [],
  assetCount: 0,
})
