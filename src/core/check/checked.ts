import type { CheckedBlock, CheckPart, Finding } from '#shared/rpc/contract/check.ts'
import type { Basis } from './block-evidence.ts'

/** Rows of a list; `isWhole`: there are no more. Undefined if the source has no such list. */
export type SourceRows<Item> = { readonly rows: readonly Item[]; readonly isWhole: boolean } | undefined

/** The result of a comparison, and the node's block that was used. */
export interface Checked {
  readonly block: { readonly height: number; readonly hash: string; readonly proven: ReadonlySet<Basis> }
  readonly findings: readonly Finding[]
  readonly cut: readonly CheckPart[]
}

export const describeBlock = ({ height, hash, proven }: Checked['block']): CheckedBlock => ({
  height,
  hash,
  isProven: proven.has('header'),
})
