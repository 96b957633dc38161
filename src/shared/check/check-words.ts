/** Describes the result of a check in words. */
import {
  CONFIRMATIONS,
  type BlockAtNodes,
  type CheckProblem,
  type CheckReport,
  type Finding,
  type FindingState,
  type SecondNodeReport,
  type SourcesReport,
  type UncheckedReason,
} from '../rpc/contract/check.ts'
import { formatDuration } from '#shared/text/format-duration.ts'
import { $gettext, $msgid, $ngettext } from '../text/gettext.ts'
import { groupThousands } from '../units.ts'

type FindingCounts = Readonly<Record<FindingState, number>>

export function countFindings(findings: readonly Finding[]): FindingCounts {
  const counts = { proven: 0, agrees: 0, differs: 0, unchecked: 0 }
  for (const { state } of findings) counts[state] += 1
  return counts
}

/** Sorts differences first, then fields that can’t be checked; the others keep their order. */
export const differingFirst = (one: Finding, other: Finding) => rankOf(one) - rankOf(other)
const rankOf = ({ state }: Finding) => (state === 'differs' ? 0 : state === 'unchecked' ? 1 : 2)

/** `41 of 44 fields proven or agree, 1 differs, 2 can’t be checked.` */
export function describeCounts({ proven, agrees, differs, unchecked }: FindingCounts): string {
  const all = proven + agrees + differs + unchecked
  const parts = [
    $gettext('%{count} of %{all} fields proven or agree', { count: proven + agrees, all }),
    ...(differs > 0 ? [$ngettext('%{count} differs', '%{count} differ', differs, { count: differs })] : []),
    ...(unchecked > 0 ? [$gettext('%{count} can’t be checked', { count: unchecked })] : []),
  ]
  return `${parts.join(', ')}.`
}

/** Two sources at different blocks; undefined where they are at the same one. */
export function describeHeads(heads: SourcesReport['heads']): string | undefined {
  const [one, other] = heads ?? []
  if (one == null || other == null || one === other) return undefined
  return $gettext(
    'The newest block of one is %{one}, of the other %{other}: what the address holds may differ by what happened between them.',
    { one: groupThousands(String(one)), other: groupThousands(String(other)) },
  )
}

/** The state of a row: a difference wins, and a row is proven if all of it is that can be checked. */
export function stateOfRow(findings: readonly Finding[]): FindingState {
  const { proven, agrees, differs } = countFindings(findings)
  if (differs > 0) return 'differs'
  return agrees > 0 ? 'agrees' : proven > 0 ? 'proven' : 'unchecked'
}

export function countRows(rows: Iterable<{ readonly findings: readonly Finding[] }>): FindingCounts {
  const counts = { proven: 0, agrees: 0, differs: 0, unchecked: 0 }
  for (const { findings } of rows) counts[stateOfRow(findings)] += 1
  return counts
}

/** `48 rows proven, 1 agrees, 1 differs.` */
export function describeRowCounts({ proven, agrees, differs, unchecked }: FindingCounts): string {
  const said = (number: number) => ({ count: groupThousands(String(number)) })
  const parts = [
    ...(proven > 0 ? [$ngettext('%{count} row proven', '%{count} rows proven', proven, said(proven))] : []),
    ...(agrees > 0 ? [$ngettext('%{count} agrees', '%{count} agree', agrees, said(agrees))] : []),
    ...(differs > 0 ? [$ngettext('%{count} differs', '%{count} differ', differs, said(differs))] : []),
    ...(unchecked > 0 ? [$gettext('%{count} can’t be checked', said(unchecked))] : []),
  ]
  return `${parts.join(', ')}.`
}

const STATES: Readonly<Record<FindingState, string>> = {
  proven: $msgid('proven'),
  agrees: $msgid('agrees'),
  differs: $msgid('differs'),
  unchecked: $msgid('can’t be checked'),
}
export const stateWords = (state: FindingState): string => $gettext(STATES[state])

const REASONS: Readonly<Record<UncheckedReason, string>> = {
  trace: $msgid('needs the transaction to be run again'),
  name: $msgid('a name is nobody’s proof'),
  price: $msgid('a price is of a market'),
  of_now: $msgid('moves with the head'),
  own: $msgid('the source’s own word'),
  unreadable: $msgid('can’t be read'),
  not_given: $msgid('nothing to compare it with'),
}
export const reasonWords = (reason: UncheckedReason): string => $gettext(REASONS[reason])

/** The position of a finding, in the names of the API: `gas_used`, `log 12: data`. */
export function describePlace({ part, row, field }: Pick<Finding, 'part' | 'row' | 'field'>): string {
  const of = row === null ? '' : `${$gettext(PARTS[part])} ${row}`
  if (field === null) return of || $gettext(PARTS[part])
  return of === '' ? field : `${of}: ${field}`
}

const PARTS: Readonly<Record<Finding['part'], string>> = {
  transaction: $msgid('transaction'),
  block: $msgid('block'),
  address: $msgid('address'),
  log: $msgid('log'),
  'token-transfer': $msgid('token transfer'),
  'token-balance': $msgid('balance of'),
}

type Node = CheckReport['node']

export function describeProblem(problem: CheckProblem, { host }: Node): string {
  switch (problem.kind) {
    case 'other_chain':
      return $gettext(
        '%{host} is a node of chain %{node}, and the source is of chain %{source}: nothing was asked of it.',
        { host, node: problem.node, source: problem.source },
      )
    case 'other_blocks':
      return $gettext(
        '%{host} is a node of another chain: its block %{height} is %{node}, and the source’s is %{source}. Nothing else was asked of it.',
        { host, height: problem.height, node: problem.node, source: problem.source },
      )
    case 'lies':
      return $gettext(
        'What %{host} gives as %{what} does not hash to what it says it hashes to: nothing it says counts.',
        { host, what: $gettext(LIES[problem.what]) },
      )
    case 'pruned':
      return $gettext('%{host} no longer has block %{height}. Ask an archive node.', {
        host,
        height: problem.height,
      })
    case 'behind':
      return $gettext('%{host} has come to block %{head} only, and this is block %{height}.', {
        host,
        head: problem.head,
        height: problem.height,
      })
    case 'timeout':
      return $gettext('%{host} did not answer in time.', { host })
    case 'unreachable':
      return $gettext('No node answers at %{host}.', { host })
    case 'limited':
      return describeLimit(problem, host)
    case 'garbage':
      return $gettext('What answers at %{host} is no Ethereum node, or its answer is too large.', { host })
    case 'refused':
      return $gettext('%{host} refuses: “%{words}”', { host, words: problem.serverMessage })
    case 'pending':
      return $gettext('No block has it yet.')
    case 'unknown':
      return $gettext('%{host} has no block of this hash: it is of another branch, or no longer there.', {
        host,
      })
    case 'no_transaction':
      return $gettext('%{host} does not know this transaction.', { host })
    case 'no_tracer':
      return $gettext(
        '%{host} does not say what a transaction changed: it has no debug_traceTransaction with prestateTracer in diff mode.',
        { host },
      )
  }
}

/** A sentence, if the node may be of another chain than the source. */
export const describeUnknownChain = ({ host, isChainUnknown }: Node): readonly string[] =>
  isChainUnknown === true
    ? [
        $gettext(
          '%{host} may be of another chain: the source names none, and no recent block of both could be compared.',
          { host },
        ),
      ]
    : []

/** At most so many blocks that differ are named. */
const MAX_NAMED_BLOCKS = 10

/** Says what came of a second node, and whether it disagrees or could not be asked. */
export function describeSecondNode(report: SecondNodeReport): {
  readonly isBad: boolean
  readonly sentences: readonly string[]
} {
  if (report.outcome === 'refused')
    return { isBad: true, sentences: [describeProblem(report.problem, report.node)] }
  const { nodes, blocks } = report
  const known = blocks.filter(({ first, second }) => first !== null && second !== null)
  const differing = known.filter(({ first, second }) => first !== second)
  const isOther = nodes[0].chainId !== nodes[1].chainId
  const [same, unknown] = [known.length - differing.length, blocks.length - known.length]
  const sentences = [
    ...(isOther ? [describeChains(nodes)] : []),
    $gettext('%{count} of %{all} blocks are the same at %{host}.', {
      ...{ count: same, all: blocks.length, host: nodes[1].host },
    }),
    ...(unknown > 0
      ? [$gettext('%{count} can’t be compared: one of the nodes does not have it.', { count: unknown })]
      : []),
    ...differing.slice(0, MAX_NAMED_BLOCKS).map((block) => describeOtherBlock(block, report)),
    ...describeNodeHeads(report),
    ...describeUnknownChain(nodes[1]),
  ]
  return { isBad: isOther || differing.length > 0, sentences }
}

type ComparedNodes = Extract<SecondNodeReport, { readonly outcome: 'compared' }>

const describeChains = ([first, second]: ComparedNodes['nodes']) =>
  $gettext('%{first} is a node of chain %{one}, %{second} of chain %{two}.', {
    ...{ first: first.host, one: first.chainId ?? '' },
    ...{ second: second.host, two: second.chainId ?? '' },
  })

function describeOtherBlock(
  { height, first, second }: BlockAtNodes,
  { nodes, heads }: ComparedNodes,
): string {
  const said = {
    height: groupThousands(String(height)),
    one: first ?? '',
    first: nodes[0].host,
    two: second ?? '',
    second: nodes[1].host,
  }
  return height > Math.max(...heads) - CONFIRMATIONS
    ? $gettext(
        'Block %{height} is %{one} at %{first}, and %{two} at %{second}. So young a block may be on two branches: check again.',
        said,
      )
    : $gettext(
        'Block %{height} is %{one} at %{first}, and %{two} at %{second}: one of them is wrong, or of another chain.',
        said,
      )
}

const describeNodeHeads = ({ nodes: [first, second], heads: [one, two] }: ComparedNodes): readonly string[] =>
  one === two
    ? []
    : [
        $gettext('The newest block of %{first} is %{one}, of %{second} %{two}.', {
          ...{ first: first.host, one: groupThousands(String(one)) },
          ...{ second: second.host, two: groupThousands(String(two)) },
        }),
      ]

function describeLimit(
  { retryAfterMs, serverMessage }: Extract<CheckProblem, { readonly kind: 'limited' }>,
  host: string,
): string {
  const limit =
    retryAfterMs === null
      ? $gettext('%{host} takes no more requests for now.', { host })
      : $gettext('%{host} takes no more requests for now: ask again in %{time}.', {
          host,
          time: formatDuration(Math.ceil(retryAfterMs / 1000)),
        })
  return serverMessage === null
    ? limit
    : `${limit} ${$gettext('It says: “%{message}”', { message: serverMessage })}`
}

const LIES: Readonly<Record<Extract<CheckProblem, { readonly kind: 'lies' }>['what'], string>> = {
  header: $msgid('the block’s header'),
  transactions: $msgid('the block’s transactions'),
  receipts: $msgid('the block’s receipts'),
  withdrawals: $msgid('the block’s withdrawals'),
  state: $msgid('the proof of an account'),
}
