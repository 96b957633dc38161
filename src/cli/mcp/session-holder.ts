/**
 * Holds the session of a server that may run all day. It opens at use and closes when idle, so that a window that
 * opens meanwhile gets the data folder; it opens again after the core has ended.
 */
import type { Session } from '../session.ts'

export interface SessionHolder {
  use<T>(this: void, work: (session: Session) => Promise<T>): Promise<T>
  close(this: void): Promise<void>
}

export function createSessionHolder(open: () => Promise<Session>, idleMs: number): SessionHolder {
  let opened: Promise<Session> | undefined
  let closing: Promise<void> = Promise.resolve()
  let users = 0
  let idle: NodeJS.Timeout | undefined

  function start(): Promise<Session> {
    const started = closing.then(open)
    opened = started
    const forget = () => {
      if (opened === started) opened = undefined
    }
    started.then((session) => session.lost, forget).catch(forget)
    return started
  }

  function close(): Promise<void> {
    clearTimeout(idle)
    const last = opened
    opened = undefined
    if (last)
      closing = last.then(
        (session) => session.close(),
        () => undefined,
      )
    return closing
  }

  return {
    async use(work) {
      clearTimeout(idle)
      users += 1
      try {
        const session = await (opened ?? start())
        return await Promise.race([work(session), session.lost])
      } finally {
        users -= 1
        if (users === 0) idle = setTimeout(() => void close(), idleMs).unref()
      }
    },
    close,
  }
}
