import type { RouterHistory } from 'vue-router'
import { afterAwaitedRows } from '#renderer/lib/paint/awaited-rows.ts'

/**
 * A history that writes the entry of a list after the rows that somebody waits for: an entry takes the browser some ms, in
 * which it draws nothing. Whatever else is asked of it finds all entries written.
 */
export function createDeferredHistory(history: RouterHistory): RouterHistory {
  let pushes: Parameters<RouterHistory['push']>[] = []

  function write() {
    const written = pushes
    pushes = []
    for (const push of written) history.push(...push)
  }
  return {
    ...history,
    get location() {
      write()
      return history.location
    },
    get state() {
      write()
      return history.state
    },
    push(...push) {
      pushes.push(push)
      afterAwaitedRows(write)
    },
    replace(...replace) {
      write()
      history.replace(...replace)
    },
    go(...go) {
      write()
      history.go(...go)
    },
    listen: (listener) =>
      history.listen((...step) => {
        // A person went back or forward meanwhile, from the last entry there was.
        pushes = []
        listener(...step)
      }),
  }
}
