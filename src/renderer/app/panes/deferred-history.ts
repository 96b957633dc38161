import type { RouterHistory } from 'vue-router'
import { afterAwaitedRows } from '#renderer/lib/paint/awaited-rows.ts'

/**
 * A history that adds the entry of a list only after its awaited rows are painted: adding an entry blocks the browser
 * for some ms. All other methods add the delayed entries first.
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
        // A person went back or forward from the last written entry, which drops the delayed ones.
        pushes = []
        listener(...step)
      }),
  }
}
