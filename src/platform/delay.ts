/** Resolves after `ms`; rejects with the signal's reason once it is aborted. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** A wait that can be ended early. */
export class Sleep {
  #end: (() => void) | null = null

  /** Resolves after `ms`, or when it is ended; `null`: only then. */
  async start(ms: number | null): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = ms === null ? null : setTimeout(resolve, ms)
      this.#end = () => {
        if (timer) clearTimeout(timer)
        resolve()
      }
    })
    this.#end = null
  }

  end(): void {
    this.#end?.()
  }
}
