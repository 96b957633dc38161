import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import { useSettings } from '#renderer/stores/settings.ts'

type Widths = Readonly<Record<string, number>>

interface ColumnWidths {
  /** In px, by the id of a column: of those that a person has chosen. */
  readonly widths: ComputedRef<Widths>
  resize(this: void, id: string, width: number): void
}

/** A dragged edge moves sixty times a second; it is kept once it rests. */
const REST_MS = 400

/** How wide the columns of a table are, kept with the settings. `name`: the id of a list, or of another table. */
export function useWidths(name: () => string): ColumnWidths {
  const settings = useSettings()
  const dragged = shallowRef<{ readonly of: string; readonly widths: Widths }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const widths = computed(() =>
    dragged.value?.of === name() ? dragged.value.widths : (settings.columns[name()]?.widths ?? {}),
  )
  function keep() {
    clearTimeout(timer)
    if (!dragged.value) return
    const { of, widths } = dragged.value
    void settings.change({ columns: { ...settings.columns, [of]: { ...settings.columns[of], widths } } })
    dragged.value = undefined
  }
  onScopeDispose(keep)
  return {
    widths,
    resize(id, width) {
      if (dragged.value?.of !== name()) keep()
      dragged.value = { of: name(), widths: { ...widths.value, [id]: Math.round(width) } }
      clearTimeout(timer)
      timer = setTimeout(keep, REST_MS)
    },
  }
}
