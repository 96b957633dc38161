/** What a host says to its window besides the core's messages: Electron's main process, over the same channel. */
export type HostWord =
  /** The core has died and is started again: what was asked of it is lost. The next message finds the new one. */
  | { readonly verb: 'lost' }
  /** A link from outside, checked and written anew by the host, or what a notice is about, on its source; as `parseTargets` reads it. */
  | { readonly verb: 'open-place'; readonly text: string; readonly source?: string | undefined }
  /** An item of the menu: a command of the page, by its id. One that is not offered now does nothing. */
  | { readonly verb: 'run-command'; readonly id: string }

const VERBS: ReadonlySet<string> = new Set<HostWord['verb']>(['lost', 'open-place', 'run-command'])

export const isHostWord = (message: { readonly verb: string }): message is HostWord => VERBS.has(message.verb)
