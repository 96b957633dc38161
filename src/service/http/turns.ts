/**
 * Requests begin one at a time, each in a turn of the event loop of its own: what else waits there, a node's response above
 * all, waits for one request and not for all that came together.
 */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = []
  let isBusy = false
  const next = () => {
    const begin = waiting.shift()
    isBusy = begin !== undefined
    if (begin === undefined) return
    setImmediate(next)
    begin()
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (!isBusy) next()
    })
}
