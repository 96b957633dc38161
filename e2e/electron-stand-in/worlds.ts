/**
 * The two scripts that run before a page's own: in the preload's isolated world, the preload with a `require` that
 * knows what a sandboxed one may load; in the page's world, the other end of `contextBridge`. They share the document
 * and nothing else: what crosses is JSON inside events whose name only these two know.
 */
import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'

export const WORLD = 'Electron Isolated Context'
export const BINDING = '__electronStandInSend'
/** The page's requests to Electron itself, beside the channels of its app. */
export const OPEN = '__electronStandInOpen'

/** Throws what Electron would log as "Unable to load preload script". */
export function preloadScript(path: string, secret: string): string {
  const text = readFileSync(path, 'utf8')
  // A sandboxed preload is run as a classic script: an ES module does not parse.
  new Script(`((require, module, exports, process) => {${text}\n})`, { filename: path })
  return `(${isolated.toString()})(${JSON.stringify(secret)}, ${JSON.stringify({ binding: BINDING, open: OPEN })}, (require, module, exports, process) => {${text}\n})`
}

export const pageScript = (secret: string) => `(${page.toString()})(${JSON.stringify(secret)})`

interface Shape {
  readonly kind: 'function' | 'object' | 'value'
  readonly path?: string
  readonly entries?: Record<string, Shape>
  readonly value?: unknown
}
type Arg = { readonly value: unknown } | { readonly callback: number }
type ToIsolated = { readonly call: string; readonly args: readonly Arg[]; readonly id: number }
type ToPage =
  | { readonly expose: string; readonly shape: Shape }
  | { readonly callback: number; readonly args: readonly unknown[] }
  | { readonly answer: number; readonly value?: unknown; readonly error?: string }

/** Runs in the browser: uses nothing from outside of itself. */
function isolated(
  secret: string,
  names: { readonly binding: string; readonly open: string },
  preload: (require: (name: string) => unknown, module: object, exports: object, process: object) => void,
) {
  if (window !== window.top || location.href === 'about:blank') return
  const toMain = (globalThis as unknown as Record<string, (text: string) => void>)[names.binding]!
  const listeners = new Map<string, ((event: object, ...args: unknown[]) => void)[]>()
  const functions = new Map<string, (...args: unknown[]) => unknown>()
  const tellPage = (message: ToPage) =>
    document.dispatchEvent(new CustomEvent(`${secret}:page`, { detail: JSON.stringify(message) }))

  const plain = (value: unknown) => {
    const text = JSON.stringify(value) as string | undefined
    if (value !== undefined && text === undefined) throw new Error('An object could not be cloned.')
    return value
  }
  const ipcRenderer = {
    send: (channel: string, ...args: unknown[]) => {
      toMain(JSON.stringify({ channel, args: args.map(plain) }))
    },
    on: (channel: string, listener: (event: object, ...args: unknown[]) => void) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    off: (channel: string, listener: unknown) => {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((one) => one !== listener),
      )
      return ipcRenderer
    },
  }

  const describe = (value: unknown, path: string): Shape => {
    if (typeof value === 'function') {
      functions.set(path, value as (...args: unknown[]) => unknown)
      return { kind: 'function', path }
    }
    if (typeof value !== 'object' || value === null) return { kind: 'value', value }
    const entries = Object.entries(value).map(([key, one]) => [key, describe(one, `${path}.${key}`)] as const)
    return { kind: 'object', entries: Object.fromEntries(entries) }
  }
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => {
      tellPage({ expose: key, shape: describe(api, key) })
    },
  }
  document.addEventListener(`${secret}:preload`, (event) => {
    const { call, args, id } = JSON.parse((event as CustomEvent<string>).detail) as ToIsolated
    const real = args.map((arg) =>
      'callback' in arg
        ? (...given: unknown[]) => {
            tellPage({ callback: arg.callback, args: given })
          }
        : arg.value,
    )
    try {
      tellPage({ answer: id, value: plain(functions.get(call)?.(...real)) })
    } catch (error) {
      tellPage({ answer: id, error: String(error) })
    }
  })

  document.addEventListener(`${secret}:open`, (event) => {
    toMain(JSON.stringify({ channel: names.open, args: (event as CustomEvent<string[]>).detail }))
  })

  Object.assign(globalThis, {
    __electronStandInDeliver: (channel: string, args: unknown[]) => {
      for (const listener of listeners.get(channel) ?? []) listener({ sender: ipcRenderer }, ...args)
    },
  })
  const modules: Record<string, unknown> = { electron: { ipcRenderer, contextBridge } }
  const module = { exports: {} }
  preload(
    (name) => {
      if (name in modules) return modules[name]
      throw new Error(`module not found: ${name}`)
    },
    module,
    module.exports,
    { type: 'renderer', sandboxed: true, contextIsolated: true, platform: 'linux', env: {}, versions: {} },
  )
}

/** Runs in the browser, before any script of the page could have replaced what it uses. */
function page(secret: string) {
  if (window !== window.top || location.href === 'about:blank') return
  const callbacks: ((...args: unknown[]) => void)[] = []
  const answers = new Map<number, { value?: unknown; error?: string }>()
  const dispatch = document.dispatchEvent.bind(document)
  const Custom = CustomEvent
  let lastId = 0

  const call = (path: string, args: unknown[]) => {
    lastId += 1
    const id = lastId
    const message: ToIsolated = {
      call: path,
      id,
      args: args.map((arg) =>
        typeof arg === 'function' ? { callback: callbacks.push(arg as () => void) - 1 } : { value: arg },
      ),
    }
    dispatch(new Custom(`${secret}:preload`, { detail: JSON.stringify(message) }))
    const answer = answers.get(id)
    answers.delete(id)
    if (answer?.error !== undefined) throw new Error(answer.error)
    return answer?.value
  }
  const build = (shape: Shape): unknown => {
    if (shape.kind === 'function') return (...args: unknown[]) => call(shape.path ?? '', args)
    if (shape.kind === 'value') return shape.value
    const entries = Object.entries(shape.entries ?? {}).map(([key, one]) => [key, build(one)] as const)
    return Object.freeze(Object.fromEntries(entries))
  }
  // Electron asks its app before there is a window. Opened and closed again, one that a debugger still holds at its
  // start now and then takes its opener with it. (A link with a target goes the long way.)
  window.open = (url = 'about:blank', name = '') => {
    dispatch(new Custom(`${secret}:open`, { detail: [new URL(url, location.href).href, name] }))
    return null
  }
  document.addEventListener(`${secret}:page`, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail) as ToPage
    if ('expose' in message)
      Object.defineProperty(window, message.expose, { value: build(message.shape), enumerable: true })
    else if ('answer' in message) answers.set(message.answer, message)
    else callbacks[message.callback]?.(...message.args)
  })
}
