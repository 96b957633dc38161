import { defineStore } from 'pinia'
import { computed, shallowRef, watch, type ShallowRef } from 'vue'
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { CaseContent, CaseView } from '#shared/rpc/contract/cases.ts'
import type { CallInput, CallName, CallOutput } from '#shared/rpc/contract.ts'
import type { ChainglassError, Result } from '#shared/errors/errors.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { download } from '#renderer/lib/download.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useAddressLabels } from '../address-labels.ts'
import { keepPlaces, type Call } from './kept-places.ts'
import { giveCaseFile } from './case-upload.ts'
import { useOpenCase } from './open-case.ts'
import { useToasts } from '../toasts.ts'

/** The cases of the core, and the case that is open in this window. Loaded after the first rows. */
export const useCases = defineStore('cases', () => {
  const core = useCore()
  const openCase = useOpenCase()
  const labels = useAddressLabels()
  const toasts = useToasts()
  const all = shallowRef<readonly CaseView[]>()
  const content = shallowRef<CaseContent | null>(null)
  const current = computed(() => all.value?.find(({ id }) => id === openCase.id))
  const kept = keepPlaces(must, openCase)

  core.subscribe('cases.changed', {}, (next) => {
    all.value = next
  })
  watch(
    () => openCase.id,
    (id, _before, onCleanup) => {
      if (id === null) content.value = null
      else
        onCleanup(
          core.subscribe('cases.content', { id }, (next) => {
            content.value = next
            // A person removed the case, here or in another window.
            if (next === null && openCase.id === id) openCase.id = null
          }),
        )
    },
    { immediate: true },
  )
  watch([current, () => openCase.id], ([found, id]) => {
    // For a case that was open when the window loaded, this is unknown until the cases are loaded.
    if (found ?? id === null) openCase.isReadOnly = found?.isReadOnly ?? false
  })
  watch(content, (next) => {
    labels.setOfCase(next?.labels ?? [])
    if (next) kept.learn(next.workspace)
  })

  async function must<Name extends CallName>(name: Name, input: CallInput<Name>) {
    const response: Result<CallOutput<Name>> = await core.call(name, input)
    if (!response.ok) toasts.showError(response.error)
    return response
  }

  const actions = caseActions({ core, must, kept, all, content })

  return {
    all: computed(() => all.value ?? []),
    isLoaded: computed(() => all.value !== undefined),
    current,
    content,
    /** Call it once, with access to the places of this window. */
    follow: kept.follow,
    placesChanged: kept.keepLater,
    keepNow: kept.keepNow,
    ...actions,
  }
})

interface ActionDeps {
  readonly core: RpcClient
  readonly must: Call
  readonly kept: ReturnType<typeof keepPlaces>
  readonly all: Readonly<ShallowRef<readonly CaseView[] | undefined>>
  readonly content: ShallowRef<CaseContent | null>
}

function describeSaved({
  file,
  rows,
  isCut,
}: Pick<NonNullable<CallOutput<'cases.save'>>, 'file' | 'rows' | 'isCut'>): string {
  const said =
    rows > 0
      ? $gettext('The case is saved with %{rows}: %{file}', {
          rows: pluralize(rows, $nmsgid('row', 'rows')),
          file,
        })
      : $gettext('The case is saved: %{file}', { file })
  return isCut
    ? `${said}. ${$gettext('Not all rows are in it: the file has no room for them, or a source can’t be asked.')}`
    : said
}

/** A person's actions on cases. */
function caseActions({ core, must, kept, all, content }: ActionDeps) {
  const openCase = useOpenCase()
  const toasts = useToasts()

  async function open(id: number) {
    if (openCase.id === id) return
    await kept.ready
    await kept.keepNow()
    const found = await readState(core, 'cases.content', { id })
    if (!found) return
    kept.begin(found.workspace)
    openCase.isReadOnly = all.value?.find((one) => one.id === id)?.isReadOnly ?? false
    openCase.id = id
    content.value = found
    kept.show(found.workspace)
  }
  /** Closes the case and restores the places from before it. */
  async function close() {
    await kept.keepNow()
    openCase.id = null
    kept.end()
  }

  /** Creates a case with the currently open places. */
  async function create(name: string): Promise<ChainglassError | undefined> {
    await kept.ready
    await kept.keepNow()
    const now = kept.current()
    const made = await core.call('cases.create', { name, workspace: now })
    if (!made.ok) return made.error
    kept.begin(now)
    openCase.isReadOnly = false
    openCase.id = made.data.id
    toasts.show(
      $gettext('“%{name}” is open. Notes and places belong to it from now on.', { name: name.trim() }),
    )
    return undefined
  }
  async function remove({ id, name }: CaseView) {
    if (openCase.id === id) await close()
    if (!(await must('cases.remove', { id })).ok) return
    toasts.show($gettext('“%{name}” is removed.', { name }), () => must('cases.restore', { id }))
  }
  async function copy({ id, name }: CaseView) {
    const made = await must('cases.copy', {
      id,
      name: $gettext('%{name} (copy)', { name: name.slice(0, 80) }),
    })
    if (made.ok) await open(made.data.id)
  }
  async function save(input: CallInput<'cases.save'>) {
    await kept.keepNow()
    const saved = await must('cases.save', input)
    if (!saved.ok || !saved.data) return
    if (saved.data.path !== null) download(saved.data.path)
    toasts.show(describeSaved(saved.data))
  }

  /** Imports a case file, which is sent in parts. Checks its size first. */
  async function openFile(file: File): Promise<ChainglassError | undefined> {
    const read = await giveCaseFile(core, file)
    if (!read.ok) return read.error
    await open(read.data.id)
    return undefined
  }
  return {
    open,
    close,
    create,
    remove,
    copy,
    save,
    openFile,
    rename: (id: number, name: string) => must('cases.rename', { id, name }),
    async useSource(id: number, from: string, to: string) {
      await kept.keepNow()
      if (!(await must('cases.useSource', { id, from, to })).ok) return
      const found = await readState(core, 'cases.content', { id })
      if (openCase.id !== id || !found?.workspace) return
      kept.begin(found.workspace)
      kept.show(found.workspace)
    },
  }
}
