/** How soon something is wanted; it can only become more urgent, as when a person opens what was being prepared. */
export type Priority = 'visible' | 'background'

export class Urgency {
  #level: Priority
  readonly #listeners = new Set<() => void>()

  constructor(level: Priority) {
    this.#level = level
  }

  get level(): Priority {
    return this.#level
  }

  raise(to: Priority) {
    if (to !== 'visible' || this.#level === 'visible') return
    this.#level = 'visible'
    for (const listener of this.#listeners) listener()
  }

  /** Returns how to stop listening. */
  onRaise(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
