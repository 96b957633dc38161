/** Rows of a list that a person has opened and waits for. All other requests of the view come after them. */

/** Distant sources take longer than this. Then the rest of the page should not wait any longer. */
const MAX_WAIT_MS = 60

let awaited: { readonly until: Promise<void>; readonly end: () => void } | undefined

/** Call it when a list is opened whose rows are not loaded. */
export function awaitRows(): void {
  awaited?.end()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(end, MAX_WAIT_MS)
  const own = { until: promise.then(() => undefined), end }
  function end() {
    clearTimeout(timer)
    if (awaited === own) awaited = undefined
    resolve(undefined)
  }
  awaited = own
}

/** Call it when rows have been painted. */
export function endAwaitingRows(): void {
  awaited?.end()
}

export const areRowsAwaited = (): boolean => awaited !== undefined

/** Resolves when the awaited rows are painted, at the latest after `MAX_WAIT_MS`; at once where no rows are awaited. */
export const untilRowsPainted = (): Promise<void> => awaited?.until ?? Promise.resolve()

/** Runs after `untilRowsPainted`; synchronously where no rows are awaited. */
export function afterAwaitedRows(run: () => void): void {
  if (awaited) void awaited.until.then(run)
  else run()
}
