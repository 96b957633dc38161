// What Node and every browser have alike, for the few parts of `shared` that need it: it is built with neither's types.
declare interface AbortSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare const crypto: { getRandomValues(numbers: Uint32Array): Uint32Array }
