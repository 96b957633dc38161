import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import { useSettings } from '#renderer/stores/settings.ts'

type Widths = Readonly<Record<string, number>>

interface ColumnWidths {
  /** Widths in px by column id, only of those that a person changed. */
  readonly widths: ComputedRef<Widths>
  resize(this: void, id: string, width: number): void
}

/** Dragging changes the width up to sixty times a second. The width is saved after this pause, ms. */
const REST_MS = 400

/** Column widths of a table, kept in the settings. `name` is the id of a list or of another table. */
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
