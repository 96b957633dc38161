/** Those who want to hear of a change: added, told, and gone by the function `add` returns. */
export interface Listeners<T> {
  add(listener: (value: T) => void): () => void
  tell(value: T): void
}

export function createListeners<T>(): Listeners<T> {
  const listening = new Set<(value: T) => void>()
  return {
    add(listener) {
      const own = (value: T) => {
        listener(value)
      }
      listening.add(own)
      return () => {
        listening.delete(own)
      }
    },
    tell(value) {
      for (const listener of [...listening]) listener(value)
    },
  }
}
