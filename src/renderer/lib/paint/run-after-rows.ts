import type { EffectScope } from 'vue'
import { afterFirstRows } from './after-first-rows.ts'
import { inIdleTurn } from './idle-turns.ts'

/**
 * Loads code after the first rows and runs it in this scope, while the scope is active. Does nothing where loading
 * fails: the host is gone then, which the window reports, and a new host reloads the page.
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
