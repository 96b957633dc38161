import { app } from 'electron'
import { findLink } from './arguments.ts'

/**
 * Locks the data folder for one instance. Returns undefined if another instance has it: Electron then passes our
 * arguments to that instance, which focuses its window. Otherwise returns a function that stops listening for later
 * starts.
 */
export function acquireSingleInstanceLock(deps: {
  readonly focus: () => void
  readonly receiveLink: (link: string) => void
}): (() => void) | undefined {
  if (!app.requestSingleInstanceLock()) return undefined
  const onSecond = (_event: unknown, argv: readonly string[]) => {
    deps.focus()
    const link = findLink(argv)
    if (link !== undefined) deps.receiveLink(link)
  }
  app.on('second-instance', onSecond)
  return () => {
    // The lock itself is released at the end of the process: until then the data folder is in use.
    app.off('second-instance', onSecond)
  }
}
