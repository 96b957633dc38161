import { ref } from 'vue'
import { useRouter } from 'vue-router'
import type { CaseView } from '#shared/rpc/contract/cases.ts'
import { useCellContext } from '#renderer/entities/use-cell-context.ts'
import { afterPaint } from '#renderer/lib/paint/after-paint.ts'
import { printContent } from '#renderer/lib/print-content.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { printedHead, printedText } from '#renderer/lists/export/print-rows.ts'
import { columnsOf, loadColumns } from '#renderer/lists/columns/list-columns.ts'
import { useAddressLabels } from '#renderer/stores/address-labels.ts'
import { useCases } from '#renderer/stores/cases/cases.ts'
import { useNotes } from '#renderer/stores/cases/notes.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { describePlace } from '../describe-case.ts'
import { drawReport, type ReportedPlace } from './draw-report.ts'
import { useReportedFlows, type ReportedFlow } from './read-flows.ts'
import { useReportedStatements, type ReportedStatement } from './read-statements.ts'
import { shownListAt } from '../shown-lists.ts'
import '#renderer/ui/paper.css'
import './case-report.css'

/** Maximum number of rows printed for a place. An export to a file has them all. */
const MAX_PRINTED_ROWS = 100

interface ReadReport {
  readonly places: readonly ReportedPlace[]
  readonly flows: readonly ReportedFlow[]
  readonly statements: readonly ReportedStatement[]
}

/** Reads each place either as a flow graph or as a list. */
async function readReport(
  shown: ReturnType<typeof placesOf>,
  {
    readPlace,
    readFlow,
    readStatements,
  }: {
    readonly readPlace: (place: (typeof shown)[number]) => Promise<ReportedPlace>
    readonly readFlow: ReturnType<typeof useReportedFlows>
    readonly readStatements: ReturnType<typeof useReportedStatements>
  },
): Promise<ReadReport> {
  const places: ReportedPlace[] = []
  const flows: ReportedFlow[] = []
  for (const place of shown) {
    const flow = await readFlow(place)
    if (flow) flows.push(flow)
    else places.push(await readPlace(place))
  }
  return { places, flows, statements: await readStatements(shown.map(({ path }) => path)) }
}

/** The report of a case: its notes, statements and graphs, then each place with its first kept rows. */
export function useCaseReport(of: () => CaseView) {
  const core = useCore()
  const router = useRouter()
  const cases = useCases()
  const notes = useNotes()
  const settings = useSettings()
  const sources = useSources()
  const labels = useAddressLabels()
  const isReading = ref(false)
  const source = ref('')
  const ownAddress = ref<string>()
  const context = useCellContext(
    () => source.value,
    () => ownAddress.value,
    () => undefined,
    () => new Map(),
  )
  const readFlow = useReportedFlows()
  const readStatements = useReportedStatements()
  let read: ReadReport | undefined

  /** Reads the first page of a place's list: from the archive if it is kept, else from the source. */
  async function readPlace({
    path,
    title,
  }: {
    readonly path: string
    readonly title: string
  }): Promise<ReportedPlace> {
    const heading = describePlace({ path, title })
    const shown = shownListAt(path, router)
    await loadColumns()
    const page = shown && (await core.call('lists.page', { ...shown, cursor: null }))
    if (!shown || !page?.ok)
      return { heading, path, source: sources.byId(shown?.source ?? '')?.name, rows: undefined }
    source.value = shown.source
    ownAddress.value = shown.params.address_hash
    const columns = columnsOf(shown.list, shown.params).filter(({ hiddenAtFirst }) => hiddenAtFirst !== true)
    const items = page.data.items.slice(0, MAX_PRINTED_ROWS)
    return {
      heading,
      path,
      source: sources.byId(shown.source)?.name,
      rows: {
        columns: columns.map((column) => printedHead(column, context.value)),
        values: items.map((item) =>
          columns.map((column) => printedText(column, item as never, context.value)),
        ),
        isWhole: page.data.next === null && items.length === page.data.items.length,
      },
    }
  }

  printContent(
    () => document.body,
    () =>
      drawReport({
        of: of(),
        notes: [...notes.all.values()].filter((note) => note.case === of().id),
        places: read?.places ?? placesOf(cases.content?.workspace),
        statements: read?.statements,
        flows: read?.flows,
        labels: labels.labels,
        now: Date.now(),
        zone: settings.zone,
      }),
    () => {
      read = undefined
    },
  )

  return {
    isReading,
    async print() {
      isReading.value = true
      read = await readReport(placesOf(cases.content?.workspace), { readPlace, readFlow, readStatements })
      isReading.value = false
      afterPaint(() => {
        window.print()
      })
    },
  }
}

const placesOf = (workspace: NonNullable<ReturnType<typeof useCases>['content']>['workspace'] | undefined) =>
  workspace?.panes.flatMap(({ tabs }) =>
    tabs.map(({ path, title }) => ({
      path,
      title,
      heading: describePlace({ path, title }),
      source: undefined,
      rows: undefined,
    })),
  ) ?? []
