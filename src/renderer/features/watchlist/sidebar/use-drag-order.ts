import { ref } from 'vue'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import type { WatchPosition } from '#renderer/stores/watchlist.ts'

/** Reorders entries by dragging. An entry is dropped before or after another, by the half of it under the pointer. */
export function useDragOrder(moveTo: (id: number, position: WatchPosition) => void) {
  const draggedId = ref<number>()
  const target = ref<{ readonly key: string; readonly after: boolean }>()

  function onDragStart(event: DragEvent, entry: WatchedAddress) {
    draggedId.value = entry.id
    event.dataTransfer?.setData('text/plain', entry.address)
    if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
  }

  function onDragOver(event: DragEvent, key: string) {
    if (draggedId.value === undefined) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'move'
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
    target.value = { key, after: event.clientY > box.top + box.height / 2 }
  }

  function onDrop(event: DragEvent, entry: WatchedAddress) {
    const id = draggedId.value
    const after = target.value?.after === true
    onDragEnd()
    if (id === undefined || id === entry.id) return
    event.preventDefault()
    moveTo(id, after ? { after: entry.id } : { before: entry.id })
  }

  function onDragEnd() {
    draggedId.value = undefined
    target.value = undefined
  }

  /** Side of the row where the line of the drop target is drawn. */
  const markOf = (key: string): 'before' | 'after' | undefined =>
    target.value?.key === key ? (target.value.after ? 'after' : 'before') : undefined

  return { onDragStart, onDragOver, onDrop, onDragEnd, markOf }
}
