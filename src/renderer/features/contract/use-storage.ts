/** Reads the storage of a contract from a node. */
import { computed, reactive, ref, shallowRef } from 'vue'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { MAX_LAYOUT_LENGTH, type StorageReport } from '#shared/rpc/contract/contracts.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { useNodeAnswer } from '#renderer/entities/source/use-node-answer.ts'
import { findVariables } from '#renderer/entities/storage/find-variables.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useLayouts, type GivenLayout } from '#renderer/stores/layouts.ts'
import { HEIGHT } from './use-reads.ts'

const isOfLayout = (error: ChainglassError | undefined) =>
  error?.code === 'invalid_input' && error.reason === 'file_without_layout'

type Read = Extract<StorageReport, { readonly outcome: 'read' }>

export function useStorage(of: { readonly source: string; readonly address: string }) {
  const core = useCore()
  const layouts = useLayouts()
  const { ask, report, problem, error, ...node } = useNodeAnswer<Read>(of.source)
  /** As typed: a slot or variable, and heights. Empty: all variables, the newest block, and no other. */
  const typed = reactive({ place: '', height: '', against: '' })
  /** The place that was read; empty for all variables. */
  const place = ref('')
  /** The last report of all variables, unless something was read at another block, or by another layout or node, since. */
  const whole = shallowRef<Read>()
  /** Node, blocks and layout of what was read last. */
  let readBy: readonly unknown[] = []
  /** A layout that the person gave. */
  const layout = computed((): GivenLayout | undefined => layouts.of(of.source, of.address))

  function heightOf(name: 'height' | 'against'): number | undefined | null {
    const text = typed[name].trim()
    if (text === '') return undefined
    if (HEIGHT.test(text)) return Number(text.replace(/\D/g, ''))
    problem.value = `${text}: ${$gettext('This is not a number.')}`
    return null
  }

  /** Takes a layout, and reads by it. */
  async function take(file: File) {
    problem.value = error.value = undefined
    const [name, bytes] = [plainName(file.name), file.size]
    if (bytes > MAX_LAYOUT_LENGTH) {
      const reason = { kind: 'file_too_large', bytes, maxBytes: MAX_LAYOUT_LENGTH } as const
      error.value = { code: 'invalid_input', field: 'file', reason }
      return
    }
    const text = await file.text().catch(() => undefined)
    if (text === undefined) problem.value = $gettext('%{name} can’t be read.', { name })
    else {
      layouts.give({ ...of, name, text })
      if (node.canAsk.value) await read()
    }
  }

  async function drop() {
    if (layout.value) layouts.takeBack(layout.value)
    if (node.canAsk.value) await read()
  }

  async function read() {
    problem.value = error.value = undefined
    const [height, against] = [heightOf('height'), heightOf('against')]
    if (height === null || against === null) return
    const asked = typed.place.trim()
    const given = layout.value
    const by = [node.followed.value?.id ?? node.url(), height, against, given?.text]
    const isLatest = await ask((rpc, options) => {
      const request = {
        ...{ ...of, ...rpc },
        ...(height !== undefined && { height }),
        ...(against !== undefined && { against }),
        ...(asked !== '' && { places: [asked] }),
        ...(given !== undefined && { layout: given.text }),
      }
      return core.call('contract.storage', request, options)
    })
    if (!isLatest) return
    place.value = asked
    if (asked === '') whole.value = report.value
    else if (by.some((one, at) => one !== readBy[at])) whole.value = undefined
    readBy = by
    if (!given) return
    if (isOfLayout(error.value)) layouts.takeBack(given)
    else if (report.value) layouts.setRead(given)
  }

  /** Typing filters the variables that were read, until the new text is read. */
  const isFinding = computed(() => {
    const text = typed.place.trim()
    return text !== place.value && (text !== '' || whole.value !== undefined)
  })
  const shown = computed(() => {
    const all = isFinding.value ? (whole.value ?? report.value) : report.value
    return (
      all && {
        ...all,
        variables: isFinding.value ? findVariables(all.variables, typed.place) : all.variables,
      }
    )
  })

  return { report: shown, isFinding, problem, error, typed, layout, take, drop, read, ...node }
}
