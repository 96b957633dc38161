import { createEmitter } from '#shared/emitter.ts'
import type { Priority } from '#shared/priority.ts'

/**
 * The priority of one request. It can only rise, for example when a person opens data that is being read in the
 * background.
 */
export class RequestPriority {
  #current: Priority
  readonly #raised = createEmitter()

  constructor(priority: Priority) {
    this.#current = priority
  }

  get current(): Priority {
    return this.#current
  }

  raise(to: Priority) {
    if (to !== 'visible' || this.#current === 'visible') return
    this.#current = 'visible'
    this.#raised.emit()
  }

  /** Returns a function that removes the listener. */
  onRaise(listener: () => void): () => void {
    return this.#raised.on(listener)
  }
}
