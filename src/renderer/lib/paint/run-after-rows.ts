import type { EffectScope } from 'vue'
import { afterFirstRows } from './after-first-rows.ts'
import { inIdleTurn } from './idle-turns.ts'

/**
 * Loads code that the first rows do not need, and runs it in this scope while that is active. Where the host is gone
 * there is nothing to load it from: the window says so itself, and is loaded anew with the next one.
 */
export function runAfterRows<T>(scope: EffectScope, load: () => Promise<T>, run: (loaded: T) => void): void {
  afterFirstRows(() => {
    inIdleTurn(load).then(
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
