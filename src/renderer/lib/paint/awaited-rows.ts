/** Rows of a list that was opened by a person, who waits for them: whatever else a view asks for comes after them. */

/** A source that is far away takes longer than this anyway, and what stands around the rows should not come last. */
const MAX_WAIT_MS = 60

let awaited: { readonly until: Promise<void>; readonly end: () => void } | undefined

/** To be called when a list is opened whose rows are not here yet. */
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

/** To be called when rows were painted. */
export function endAwaitingRows(): void {
  awaited?.end()
}

export const areRowsAwaited = (): boolean => awaited !== undefined

/** Until the rows that somebody waits for are painted, or for a moment at most; at once where nobody waits. */
export const untilRowsPainted = (): Promise<void> => awaited?.until ?? Promise.resolve()

/** As `untilRowsPainted`, without a turn in between where nobody waits. */
export function afterAwaitedRows(run: () => void): void {
  if (awaited) void awaited.until.then(run)
  else run()
}
