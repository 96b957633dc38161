import type { EffectScope } from 'vue'
import { afterPaint } from './after-paint.ts'

/**
 * Loads code that the first paint does not need, and runs it in this scope while that is active. Where the host is gone
 * there is nothing to load it from: the window says so itself, and is loaded anew with the next one.
 */
export function runAfterPaint<T>(scope: EffectScope, load: () => Promise<T>, run: (loaded: T) => void): void {
  afterPaint(() => {
    load().then(
      (loaded) => {
        if (scope.active)
          scope.run(() => {
            run(loaded)
          })
      },
      () => undefined,
    )
  })
}
