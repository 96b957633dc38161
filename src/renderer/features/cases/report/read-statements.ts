/** Reads the statements of the addresses of a case over all kept rows, or says which lists of an address are missing. */
import { shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { $gettext, $msgid, $nmsgid } from '#shared/text/gettext.ts'
import type { FlowStep } from '#shared/rpc/contract/flow.ts'
import type { LedgerProof, LedgerStatement, StatementLine } from '#shared/rpc/contract/ledger.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { formatAmount } from '#shared/units.ts'
import { useFlowText } from '#renderer/entities/flow/picture/use-flow-text.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { LIST_WORDS } from '#renderer/lists/columns/list-words.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { shownFlowAt } from '../shown-lists.ts'

export interface ReportedStatement {
  /** The address with its checksum. */
  readonly address: string
  readonly about: string
  readonly columns: readonly string[]
  /** Empty if rows for the statement are missing. */
  readonly lines: readonly (readonly string[])[]
  readonly notes: readonly string[]
}

interface Owner {
  readonly source: string
  readonly address: string
}

/** Maximum number of statements in a report: each takes a moment. */
const MAX_STATEMENTS = 50
const MAX_PRINTED_ASSETS = 200
const COLUMNS = [
  $msgid('Asset'),
  $msgid('Opening'),
  $msgid('In'),
  $msgid('Out'),
  $msgid('Of it fees'),
  $msgid('Closing'),
]
const EVERYTHING = { from: null, to: null } as const

/** Why an address has no statement: the lists that lack rows. `lists` is undefined if they are not known. */
const sayLacking = (lists: readonly string[] | undefined): string =>
  lists === undefined
    ? $gettext('No ledger of it is kept.')
    : $gettext('No ledger of it is kept: %{lists} are missing or not whole.', {
        lists: lists.join(', ') || $gettext('its lists'),
      })

export function useReportedStatements() {
  const core = useCore()
  const router = useRouter()
  const sources = useSources()
  /** Id of the source whose coin the amounts are formatted with. */
  const of = shallowRef('')
  const text = useFlowText(
    () => of.value,
    () => sources.coin(of.value),
  )

  function ownerAt(path: string): Owner | undefined {
    const { name, params } = router.resolve(path)
    const flow = shownFlowAt(path, router)
    if (flow) return parseAddress(flow.start) && { source: flow.source, address: flow.start }
    const [source, address] = [String(params.source ?? ''), String(params.hash ?? '')]
    return name === 'address' && source !== '' && parseAddress(address) ? { source, address } : undefined
  }

  async function read({ source, address }: Owner): Promise<ReportedStatement> {
    of.value = source
    const columns = COLUMNS.map((text) => $gettext(text))
    const begun = { address: parseAddress(address)?.address ?? address, columns, lines: [] }
    const name = sources.byId(source)?.name ?? source
    const nothing = (why: string) => ({ ...begun, about: name, notes: [why] })
    if (sources.byId(source)?.kind === 'case')
      return nothing(
        $gettext(
          'Its rows came with the case. A statement needs a source of your own that keeps its ledger.',
        ),
      )
    // Looks at the kept rows first, so that nothing is requested from a source.
    const held = await core.call('flow.step', {
      source,
      address,
      direction: 'out',
      ...EVERYTHING,
      asset: null,
      min: null,
      withSpam: true,
      limit: 1,
      stopAt: null,
    })
    const lacking = held.ok ? lackingOf(held.data.lists) : undefined
    if (lacking === undefined || lacking.length > 0) return nothing(sayLacking(lacking))
    const proof = await core.call('ledger.proof', { source, address })
    const statement = await core.call('ledger.statement', { source, address, ...EVERYTHING })
    if (!proof.ok || !statement.ok) return nothing($gettext('Its ledger can’t be read now.'))
    if (proof.data.state === 'incomplete' || proof.data.state === 'too_many')
      return nothing(sayLacking(lackingOf(proof.data.lists)))
    return {
      ...begun,
      about: [name, describe(proof.data)].join(' · '),
      lines: statement.data.lines.slice(0, MAX_PRINTED_ASSETS).map(lineOf),
      notes: notesOf(statement.data),
    }
  }

  function lineOf({ asset, opening, in: came, out, fees, closing }: StatementLine): readonly string[] {
    const decimals = text.decimalsOf(asset) ?? 0
    return [
      [text.assetName(asset), asset.token?.address_hash].filter(Boolean).join(' '),
      ...[opening, came, out, fees, closing].map((amount) => formatAmount(amount, decimals)),
    ]
  }

  /** Reads the statements of the addresses at these places, one for each address. */
  return async function readStatements(paths: readonly string[]): Promise<readonly ReportedStatement[]> {
    const owners = new Map(
      paths
        .flatMap((path) => ownerAt(path) ?? [])
        .map((owner) => [`${owner.source} ${owner.address.toLowerCase()}`, owner] as const),
    )
    const statements: ReportedStatement[] = []
    for (const owner of [...owners.values()].slice(0, MAX_STATEMENTS)) statements.push(await read(owner))
    return statements
  }
}

const lackingOf = (lists: FlowStep['lists'] | LedgerProof['lists']): string[] =>
  lists
    .filter(
      ({ list, state }) => state === 'incomplete' || (state === 'absent' && list === 'address-transactions'),
    )
    .map(({ list }: { readonly list: ListId }) => LIST_WORDS[list].title)

function describe({ state, movements, assets, block }: LedgerProof): string {
  const count = assets.filter((one) => one.state === 'differs').length
  const proof =
    state === 'adds_up'
      ? $gettext('adds up to what its source says')
      : $gettext('differs from what its source says for %{count}', {
          count: pluralize(count, $nmsgid('asset', 'assets')),
        })
  const until = block === null ? '' : $gettext(', up to block %{block}', { block })
  return `${pluralize(movements, $nmsgid('movement', 'movements'))}${until} · ${proof}`
}

function notesOf({ lines, lineCount, leftOut }: LedgerStatement): string[] {
  const spam = leftOut.reduce((sum, { movements }) => sum + movements, 0)
  const more = lineCount - Math.min(lines.length, MAX_PRINTED_ASSETS)
  return [
    ...(spam > 0
      ? [
          $gettext('%{count} left out as spam.', {
            count: pluralize(spam, $nmsgid('movement', 'movements')),
          }),
        ]
      : []),
    ...(more > 0
      ? [
          $gettext('%{count} more are not printed.', {
            count: pluralize(more, $nmsgid('asset', 'assets')),
          }),
        ]
      : []),
  ]
}
