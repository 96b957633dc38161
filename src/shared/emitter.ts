/** Listeners of one kind of event. */
export interface Emitter<T> {
  /** Calls `listener` at each later event. Returns a function that removes it. */
  on(listener: (event: T) => void): () => void
  /** Calls all listeners synchronously, in the order they were added. */
  emit(event: T): void
  readonly size: number
}

/**
 * Makes an emitter. A listener that is added twice is called twice. Adding or removing a listener during an event
 * takes effect from the next event on.
 */
export function createEmitter<T = void>(): Emitter<T> {
  let listeners: readonly { readonly call: (event: T) => void }[] = []
  return {
    on(listener) {
      const entry = { call: listener }
      listeners = [...listeners, entry]
      return () => {
        listeners = listeners.filter((other) => other !== entry)
      }
    },
    emit(event) {
      for (const { call } of listeners) call(event)
    },
    get size() {
      return listeners.length
    },
  }
}
