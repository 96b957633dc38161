import { computed, reactive, ref } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { MAX_IMPORT_BYTES, type ImportPreview, type ImportReport } from '#shared/rpc/contract/watchlist.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'

interface ImportOptions {
  /** Chain of rows that name none; empty for every chain. */
  chainId: string
  /**
   * Whether rows that do not say so are watched. If false, they are labels only; an address already watched stays watched.
   */
  watched: boolean
  /** Whose label and note are kept if an address already has others: `theirs` are those of the file. */
  conflicts: 'theirs' | 'mine'
}

/** An import in two steps: the core reads the text and gives a preview, then the import of that preview is confirmed. */
export function useImport() {
  const core = useCore()
  const watchlist = useWatchlist()

  const fileName = ref('')
  const text = ref('')
  const options = reactive<ImportOptions>({
    chainId: '',
    watched: false,
    conflicts: 'theirs',
  })
  const preview = ref<ImportPreview>()
  const report = ref<ImportReport>()
  const error = ref<ChainglassError>()
  const busy = ref(false)

  /** Checks the size before the file is read. */
  async function readFile(file: File) {
    reset()
    fileName.value = file.name
    error.value = checkSize(file.size)
    if (error.value) return
    text.value = await file.text()
    await readText()
  }

  async function readText() {
    if (text.value.trim() === '') return
    error.value = checkSize(text.value.length)
    if (error.value) return
    busy.value = true
    const response = await core.call('watchlist.preview', {
      text: text.value,
      ...(options.watched ? { watched: true } : {}),
      ...(options.chainId === '' ? {} : { chainId: options.chainId }),
    })
    busy.value = false
    if (response.ok) preview.value = response.data
    else error.value = response.error
  }

  async function confirm() {
    if (!preview.value) return
    busy.value = true
    const imported = await watchlist.act(
      'watchlist.import',
      { token: preview.value.token, conflicts: options.conflicts },
      fileName.value === ''
        ? $gettext('The list is imported.')
        : $gettext('%{file} is imported.', { file: fileName.value }),
    )
    busy.value = false
    if (!imported) return
    report.value = imported
    preview.value = undefined
  }

  function reset() {
    text.value = ''
    fileName.value = ''
    preview.value = undefined
    report.value = undefined
    error.value = undefined
  }

  return {
    fileName,
    text,
    options,
    preview,
    report,
    error,
    busy,
    /** True if the preview would change nothing. */
    isUpToDate: computed(() => {
      const counts = preview.value?.counts
      return counts !== undefined && counts.added + counts.changed === 0
    }),
    readFile,
    readText,
    confirm,
    reset,
  }
}

const checkSize = (bytes: number): ChainglassError | undefined =>
  bytes <= MAX_IMPORT_BYTES
    ? undefined
    : {
        code: 'invalid_input',
        field: 'file',
        reason: { kind: 'file_too_large', bytes, maxBytes: MAX_IMPORT_BYTES },
      }
