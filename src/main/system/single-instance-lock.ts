import { app } from 'electron'
import { parseArguments } from './arguments.ts'

/**
 * One instance owns the data folder. Undefined where another one has it: that one comes to the front and gets our link.
 * Otherwise how to stop listening for later starts.
 */
export function acquireSingleInstanceLock(deps: {
  readonly focus: () => void
  readonly takeLink: (link: string) => void
}): (() => void) | undefined {
  if (!app.requestSingleInstanceLock()) return undefined
  const onSecond = (_event: unknown, argv: readonly string[]) => {
    deps.focus()
    const { link } = parseArguments(argv)
    if (link !== undefined) deps.takeLink(link)
  }
  app.on('second-instance', onSecond)
  return () => {
    // The lock itself is let go by the process's end: until then the data folder is in use.
    app.off('second-instance', onSecond)
  }
}
