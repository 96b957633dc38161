/** Exports all movements of the question, also those that are not loaded. */
import { ref, type ComputedRef } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import type { AccountingFormat } from '#shared/rpc/contract/ledger-export.ts'
import { MAX_MOVEMENTS_PAGE } from '#shared/rpc/contract/ledger.ts'
import { download } from '#renderer/lib/download.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { fileName, saveFile } from '#renderer/lists/export/export-rows.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import { createLedgerFile } from './ledger-csv.ts'
import { MOVEMENTS, type Coin } from './ledger-labels.ts'
import { statementInput, type LedgerQuestion } from './use-ledger.ts'

export function useLedgerExport(question: ComputedRef<LedgerQuestion>, coin: ComputedRef<Coin>) {
  const core = useCore()
  const sources = useSources()
  const toasts = useToasts()
  const isExporting = ref(false)

  async function once(work: (asked: LedgerQuestion) => Promise<void>) {
    if (isExporting.value) return
    isExporting.value = true
    try {
      await work(question.value)
    } finally {
      isExporting.value = false
    }
  }

  /** Exports in a format for accounting programs. The core writes the file; a browser downloads it from the host. */
  async function writeFor(format: AccountingFormat, question: LedgerQuestion) {
    const answer = await core.call('ledger.export', { ...statementInput(question), format })
    if (!answer.ok) {
      toasts.showError(answer.error)
      return
    }
    // The person cancelled the choice of a folder.
    if (!answer.data) return
    const { file, path, movements } = answer.data
    toasts.show(
      $gettext('%{movements} exported to %{file}', { movements: pluralize(movements, MOVEMENTS), file }),
    )
    if (path !== null) download(path)
  }

  async function write(question: LedgerQuestion) {
    const { source, address, asset, query, zone } = question
    const file = createLedgerFile(coin.value, sources.byId(source)?.chainId)
    let [offset, total, revision] = [0, Infinity, -1]
    while (offset < total) {
      const asked = { ...statementInput(question), asset, query, zone, offset, limit: MAX_MOVEMENTS_PAGE }
      const answer = await core.call('ledger.movements', asked)
      if (!answer.ok) {
        toasts.showError(answer.error)
        return
      }
      const { movements, assets } = answer.data
      // The ledger was read again meanwhile, so the rows written so far are out of date.
      if (revision !== -1 && revision !== answer.data.revision) {
        toasts.show($gettext('Nothing was exported: the ledger was read again meanwhile.'))
        return
      }
      ;({ total, revision } = answer.data)
      const assetOf = new Map(assets.map((one) => [one.id, one]))
      for (const movement of movements) {
        const of = assetOf.get(movement.asset)
        if (of) file.add(movement, of)
      }
      if (movements.length === 0) break
      offset += movements.length
    }
    const scope = { partial: false, folded: 0, unmatched: 0 }
    saveFile(fileName('ledger', { address_hash: address }, 'csv', scope), file.end())
    toasts.show($gettext('%{movements} exported.', { movements: pluralize(offset, MOVEMENTS) }))
  }

  return {
    isExporting,
    save: () => once(write),
    saveFor: (format: AccountingFormat) => once((asked) => writeFor(format, asked)),
  }
}
