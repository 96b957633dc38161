/** What came of a check, in words. */
import type {
  CheckProblem,
  CheckReport,
  Finding,
  FindingState,
  UncheckedReason,
} from '../rpc/contract/check.ts'

export type FindingCounts = Readonly<Record<FindingState, number>>

export function countFindings(findings: readonly Finding[]): FindingCounts {
  const counts = { proven: 0, agrees: 0, differs: 0, unchecked: 0 }
  for (const { state } of findings) counts[state] += 1
  return counts
}

/** `41 of 44 fields proven or agree, 1 differs, 2 can’t be checked.` */
export function describeCounts({ proven, agrees, differs, unchecked }: FindingCounts): string {
  const all = proven + agrees + differs + unchecked
  return [
    `${String(proven + agrees)} of ${String(all)} fields proven or agree`,
    ...(differs > 0 ? [differs === 1 ? '1 differs' : `${String(differs)} differ`] : []),
    ...(unchecked > 0 ? [`${String(unchecked)} can’t be checked`] : []),
  ].join(', ')
}

export const STATE_WORDS: Readonly<Record<FindingState, string>> = {
  proven: 'proven',
  agrees: 'agrees',
  differs: 'differs',
  unchecked: 'can’t be checked',
}

export const REASON_WORDS: Readonly<Record<UncheckedReason, string>> = {
  trace: 'needs the transaction to be run again',
  name: 'a name is nobody’s proof',
  price: 'a price is of a market',
  of_now: 'moves with the head',
  own: 'the source’s own word',
  unreadable: 'can’t be read',
  not_given: 'the node does not give it',
}

/** Where a finding stands: `gas_used`, `log 12: data`. */
export function describePlace({ part, row, field }: Pick<Finding, 'part' | 'row' | 'field'>): string {
  const of = row === null ? '' : `${PART_WORDS[part]} ${row}`
  if (field === null) return of || PART_WORDS[part]
  return of === '' ? field : `${of}: ${field}`
}

const PART_WORDS: Readonly<Record<Finding['part'], string>> = {
  transaction: 'transaction',
  block: 'block',
  address: 'address',
  log: 'log',
  'token-transfer': 'token transfer',
  'token-balance': 'balance of',
}

type Node = CheckReport['node']

export function describeProblem(problem: CheckProblem, { host }: Node): string {
  switch (problem.kind) {
    case 'other_chain':
      return `${host} is a node of chain ${problem.node}, and the source is of chain ${problem.source}. Nothing was checked.`
    case 'lies':
      return `What ${host} gives as ${LIE_WORDS[problem.what]} does not hash to what it says it hashes to: nothing it says counts.`
    case 'pruned':
      return `${host} no longer has block ${String(problem.height)}. Ask an archive node.`
    case 'behind':
      return `${host} has come to block ${String(problem.head)} only, and this is block ${String(problem.height)}.`
    case 'timeout':
      return `${host} did not answer in time.`
    case 'unreachable':
      return `No node answers at ${host}.`
    case 'garbage':
      return `What answers at ${host} is no Ethereum node, or its answer is too large.`
    case 'refused':
      return `${host} refuses: “${problem.serverMessage}”`
    case 'pending':
      return 'No block has it yet: there is nothing to hold it against.'
    case 'unknown':
      return `${host} has no block of this hash: it is of another branch, or no longer there.`
  }
}

const LIE_WORDS: Readonly<Record<Extract<CheckProblem, { readonly kind: 'lies' }>['what'], string>> = {
  header: 'the block’s header',
  transactions: 'the block’s transactions',
  receipts: 'the block’s receipts',
  withdrawals: 'the block’s withdrawals',
  state: 'the proof of an account',
}
