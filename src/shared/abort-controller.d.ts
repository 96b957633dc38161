// Declares what Node and every browser share, for the few parts of `shared` that use it: `shared` is built with the
// types of neither.
declare interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare const crypto: { getRandomValues(numbers: Uint32Array): Uint32Array }
