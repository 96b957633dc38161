/** Text of nodes and edges, for the picture, the table, files and screen readers. */
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { FlowDirection } from '#shared/rpc/contract/flow.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { hubLabel } from '#shared/flow/hub.ts'
import { plainName, plainUnit } from '#shared/text/hostile-text.ts'
import { formatAmount } from '#shared/units.ts'
import { nameOfAddress } from '#renderer/entities/address/address-name.ts'
import { useAddressName } from '#renderer/entities/address/use-address-name.ts'
import { describeImitation } from '#renderer/entities/address/address-cell.ts'
import { useImitated } from '#renderer/entities/address/use-imitated.ts'
import { formatShortAmount } from '#renderer/entities/amount/short-amount.ts'
import { noteFinder } from '#renderer/entities/note/note-mark.ts'
import { nameWarning } from '#renderer/entities/name-mark.ts'
import { isScamAddress } from '#shared/chain/reputation.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { useAddressLabels } from '#renderer/stores/address-labels.ts'
import type { EdgeSum, FlowEdge, FlowGraph, FlowNode } from '../graph/flow-graph.ts'

export interface NodeText {
  readonly title: string
  /** Line below the title: the sums from its parent, or why it is not expanded. */
  readonly detail: string
  readonly warning?: { readonly label: string; readonly title: string } | undefined
  readonly tone: 'plain' | 'stop' | 'warn'
  /** The person's note. */
  readonly note?: string | undefined
}

const MAX_NAME = 60

/** A node in files and copies: its full hash, or its title in English. */
export function plainTitleOf({ kind, party, count, fold }: FlowNode): string {
  if (kind === 'address') return party.hash
  if (kind === 'others') return `${formatCount(count)} other ${count === 1 ? 'address' : 'addresses'}`
  return `${plainName(fold?.name ?? '', MAX_NAME)}: ${formatCount(count)} addresses`
}

/** Why a step did not go through the node, as part of a sentence. */
function stopOf(node: FlowNode, graph: FlowGraph): string | undefined {
  const steps = Object.values(graph.grown.get(node.id) ?? {})
  const stopped = steps.find(({ stop }) => stop !== null)
  if (stopped?.stop === 'counterparties')
    return $gettext('%{count} counterparties', {
      count: formatCount(stopped.counterparties),
    })
  const label = node.kind === 'address' ? hubLabel(node.party) : undefined
  if (stopped?.stop === 'label') return label ?? $gettext('used by many')
  return undefined
}

export function useFlowText(
  source: () => string,
  coin: () => { readonly symbol: string; readonly decimals: number },
) {
  const addressName = useAddressName()
  const own = useAddressLabels()
  const imitated = useImitated()

  const assetName = ({ token, tokenId }: LedgerAsset) =>
    token
      ? plainUnit(token.symbol ?? token.name ?? shortenAddress(token.address_hash), MAX_NAME) +
        (tokenId === null ? '' : ` #${tokenId.slice(0, 12)}`)
      : coin().symbol
  /** NFTs have no decimals: they are counted. */
  const decimalsOf = ({ token }: LedgerAsset) =>
    token === null
      ? coin().decimals
      : token.type === 'ERC-721' || token.type === 'ERC-1155'
        ? 0
        : (token.decimals ?? null)

  function warningOf({ party, kind }: FlowNode): NodeText['warning'] {
    if (kind !== 'address') return undefined
    const whom = imitated.value.get(party.hash.toLowerCase())
    if (whom !== undefined) {
      const { name, title } = describeImitation(whom, own.labels)
      return { label: $gettext('not %{name}', { name }), title }
    }
    if (isScamAddress(party))
      return { label: $gettext('scam'), title: $gettext('Marked as a scam by the source') }
    const name = nameOfAddress(party, own.labels)
    return name && !name.own ? nameWarning(name.raw) : undefined
  }

  function titleOf(node: FlowNode): string {
    if (node.kind === 'others') return pluralize(node.count, $nmsgid('other address', 'other addresses'))
    if (node.kind === 'together')
      return $gettext('%{name}: %{count} addresses', {
        name: plainName(node.fold?.name ?? '', MAX_NAME),
        count: formatCount(node.count),
      })
    return addressName(node.party) ?? shortenAddress(node.party.hash)
  }

  function amountOf(sum: EdgeSum, assets: FlowGraph['assets'], digits = 5): string {
    const asset = assets.get(sum.asset) ?? { id: sum.asset, token: null, tokenId: null }
    return `${formatShortAmount(sum.amount, decimalsOf(asset), digits)} ${assetName(asset)}`
  }
  /** The sum with all of its digits. */
  function exactOf(sum: EdgeSum, assets: FlowGraph['assets']): string {
    const asset = assets.get(sum.asset) ?? { id: sum.asset, token: null, tokenId: null }
    return `${formatAmount(sum.amount, decimalsOf(asset) ?? 0)} ${assetName(asset)}`
  }
  function sumsOf({ sums }: Pick<FlowEdge, 'sums'>, assets: FlowGraph['assets']): string {
    const [first] = sums
    if (!first) return ''
    const amount = amountOf(first, assets)
    return sums.length > 1
      ? $gettext('%{amount} + %{count} more', { amount, count: sums.length - 1 })
      : amount
  }

  function describeNode(node: FlowNode, graph: FlowGraph): NodeText {
    const stop = stopOf(node, graph)
    const warning = warningOf(node)
    return {
      title: titleOf(node),
      detail:
        stop === undefined
          ? cameWith(node, graph, sumsOf)
          : $gettext('stopped here: %{reason}', { reason: stop }),
      warning,
      tone: warning ? 'warn' : stop === undefined ? 'plain' : 'stop',
      note: node.kind === 'address' ? noteFinder.value?.text(source(), node.id) : undefined,
    }
  }
  return { describeNode, titleOf, warningOf, stopOf, assetName, decimalsOf, amountOf, exactOf, sumsOf }
}
export type FlowText = ReturnType<typeof useFlowText>

/** Sums between a node and its parent. */
function cameWith(
  { id, parent, hop }: FlowNode,
  { edges, assets, nodes }: FlowGraph,
  sumsOf: (edge: FlowEdge, assets: FlowGraph['assets']) => string,
): string {
  const from = parent === null ? undefined : nodes.get(parent)
  if (!from) return ''
  const isRight: FlowDirection = hop > from.hop ? 'out' : 'in'
  const edge = edges.get(isRight === 'out' ? `${from.id}>${id}` : `${id}>${from.id}`)
  return edge ? sumsOf(edge, assets) : ''
}
