/** Filters approvals by words. */
import type { Approval } from '../rpc/contract/approvals.ts'
import { hasRisk, riskOf, RISKS } from './approval-risk.ts'
import { approvedAmount, riskWords } from './approval-words.ts'

const textOf = (...parts: readonly (string | null)[]) => parts.join(' ').toLowerCase()

const PARTS = {
  token: ({ token, id }: Approval) => textOf(token.symbol, token.address, id),
  spender: ({ spender, via }: Approval) => textOf(spender.label, spender.name, spender.address, via),
  risk: (one: Approval) =>
    one.end
      ? textOf(one.end.how, one.end.by?.method ?? null)
      : textOf(riskOf(one), riskWords(one), approvedAmount(one)),
}
const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name)

/**
 * The approvals in which each word occurs: `usdc router`, or in one part of them: `token:usdc spender:0x12
 * risk:unlimited`.
 */
export function filterApprovals(approvals: readonly Approval[], text: string): readonly Approval[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return approvals.filter((one) => words.every((word) => hasWord(one, word)))
}

function hasWord(one: Approval, word: string): boolean {
  const [, name = '', wanted = ''] = /^(\w+):(.*)$/.exec(word) ?? []
  if (name === 'risk') return hasRiskWord(one, wanted)
  if (isPart(name)) return PARTS[name](one).includes(wanted)
  return Object.values(PARTS).some((part) => part(one).includes(word))
}

const NAMES: ReadonlySet<string> = new Set([...RISKS, 'verified'])

/** A name, its first letters, or those of a word. No word is a name: “not verified” is not “verified”. */
function hasRiskWord(one: Approval, wanted: string): boolean {
  const names = [
    ...(one.end ? [] : RISKS.filter((risk) => hasRisk(one, risk))),
    ...(one.spender.isVerified === true ? ['verified'] : []),
  ]
  if (NAMES.has(wanted)) return names.some((name) => name === wanted)
  const words = PARTS.risk(one)
    .split(/,?\s+/)
    .filter((word) => !NAMES.has(word))
  return [...names, ...words].some((word) => word.startsWith(wanted))
}
