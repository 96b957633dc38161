/** Prints the statement with all of its movements; reads those first that are not loaded. */
import { computed, ref, type Ref } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { MAX_MOVEMENTS_PAGE, type LedgerProof } from '#shared/rpc/contract/ledger.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { ok, type Result } from '#shared/errors/errors.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { useAddressName } from '#renderer/entities/address/use-address-name.ts'
import { useDetail } from '#renderer/entities/use-detail.ts'
import { printContent } from '#renderer/lib/print-content.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import type { ShownRows } from '#renderer/lists/model/shown-rows.ts'
import { registerCommands } from '#renderer/stores/commands.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import type { LedgerRow } from '../ledger-columns.ts'
import { statementInput, statementKey, type LedgerQuestion, type ShownStatement } from '../use-ledger.ts'
import { describePrintout, type PrintedMovement } from './describe-printout.ts'
import { drawPrintout } from './draw-printout.ts'

/** Maximum number of printed movements, about two hundred pages. An export to a file has them all. */
const MAX_PRINTED_MOVEMENTS = 5_000

export interface LedgerPrintInput {
  readonly question: Readonly<Ref<LedgerQuestion>>
  readonly proof: Readonly<Ref<LedgerProof | undefined>>
  readonly statement: Readonly<Ref<ShownStatement | undefined>>
  /** The loaded movements. */
  readonly rows: Readonly<Ref<ShownRows>>
}

interface Printed {
  readonly movements: readonly PrintedMovement[]
  readonly total: number
}

/**
 * Reads the movements page by page. Returns undefined if the ledger was read again meanwhile: the loaded statement
 * is out of date then.
 */
async function readAll(
  core: RpcClient,
  question: LedgerQuestion,
  revision: number | undefined,
): Promise<Result<Printed | undefined>> {
  const counted = { ...statementInput(question), asset: question.asset }
  const movements: PrintedMovement[] = []
  for (;;) {
    const limit = Math.min(MAX_MOVEMENTS_PAGE, MAX_PRINTED_MOVEMENTS - movements.length)
    const answer = await core.call('ledger.movements', { ...counted, offset: movements.length, limit })
    if (!answer.ok) return answer
    const { total, assets, movements: found } = answer.data
    if (answer.data.revision !== revision) return ok(undefined)
    const assetOf = new Map(assets.map((one) => [one.id, one]))
    for (const movement of found) {
      const own = assetOf.get(movement.asset)
      if (own) movements.push({ movement, asset: own })
    }
    if (found.length === 0 || movements.length >= Math.min(total, MAX_PRINTED_MOVEMENTS))
      return ok({ movements, total })
  }
}

/** The loaded movements from the newest to the first gap: rows below a gap would look as if they followed. */
function loadedOf(shown: ShownRows): Printed {
  const movements: PrintedMovement[] = []
  for (let at = 0; at < Math.min(shown.count, MAX_PRINTED_MOVEMENTS); at += 1) {
    const row = shown.at(at)
    if (row?.kind !== 'item') break
    movements.push(row.item as LedgerRow)
  }
  return { movements, total: shown.count }
}

export function useLedgerPrint({ question, proof, statement, rows }: LedgerPrintInput) {
  const core = useCore()
  const settings = useSettings()
  const sources = useSources()
  const toasts = useToasts()
  const partyName = useAddressName()
  const detail = useDetail(
    'address',
    () => question.value.source,
    computed(() => ({ address_hash: question.value.address })),
  )
  const isReading = ref(false)
  const isOfQuestion = computed(
    () => statement.value !== undefined && statementKey(statement.value.of) === statementKey(question.value),
  )
  /** All movements, while the command prints. Undefined if the browser's own command prints. */
  let whole: Printed | undefined

  printContent(
    () => document.body,
    () => {
      if (!proof.value || !statement.value || !isOfQuestion.value) return undefined
      const { source, address, others = [], period, isPointInTime, asset, withSpam, query } = question.value
      // With a filter no movements are printed, because a statement lists all of them.
      const { movements, total } =
        whole ?? (query === '' ? loadedOf(rows.value) : { movements: [], total: statement.value.movements })
      const chosen = statement.value.lines.find((line) => line.asset.id === asset)?.asset ?? null
      return drawPrintout(
        describePrintout({
          address: parseAddress(address)?.address ?? address,
          others: others.map((hash) => parseAddress(hash)?.address ?? hash),
          name: partyName(detail.item.value ?? { hash: address }),
          nameOf: partyName,
          source: sources.byId(source),
          coin: sources.coin(source),
          zone: settings.zone,
          now: Date.now(),
          period,
          isPointInTime,
          proof: proof.value,
          statement: statement.value,
          withSpam,
          asset: chosen,
          movements,
          movementCount: total,
        }),
      )
    },
    () => (whole = undefined),
  )

  const canPrint = computed(() => proof.value !== undefined && isOfQuestion.value && !isReading.value)
  async function print() {
    if (!canPrint.value) return
    isReading.value = true
    try {
      const asked = question.value
      const all = asked.isPointInTime
        ? ok({ movements: [], total: 0 })
        : await readAll(core, asked, proof.value?.revision)
      if (!all.ok) toasts.showError(all.error)
      else if (!all.data) toasts.show($gettext('Nothing was printed: the ledger was read again meanwhile.'))
      else {
        whole = all.data
        window.print()
      }
    } finally {
      isReading.value = false
    }
  }
  registerCommands(() => (proof.value === undefined ? [] : [commandOf(print)]))
  return { canPrint, print }
}

const commandOf = (run: () => Promise<void>) =>
  ({ id: 'ledger.print', label: $gettext('Print statement'), group: 'Here', keys: 'mod+p', run }) as const
