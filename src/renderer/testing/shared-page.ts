/**
 * All browser test files run in one page, one after another: a page of its own takes longer than most files. Whatever a
 * file leaves in the page fails that file, so that it does not disturb the next one.
 */
interface Listening {
  readonly target: EventTarget
  readonly type: string
  readonly listener: unknown
  readonly capture: boolean
}

/** Targets that live as long as the page. Listeners on other targets are removed with them. */
const LASTING: readonly EventTarget[] = [window, document, document.documentElement, document.body]
const listening = new Set<Listening>()
const intervals = new Set<number>()
/** State before the test file: imported modules may keep listeners, tests may not. */
let before = { listening, intervals }

export function beginFile() {
  before = { listening: new Set(listening), intervals: new Set(intervals) }
}

/** Resets the page, and returns what the file's tests have left in it. */
export function endFile(): string[] {
  const left: string[] = []
  for (const one of [...listening].filter((each) => !before.listening.has(each)))
    left.push(`a listener to "${one.type}" of ${one.target.constructor.name}`)
  for (const id of [...intervals].filter((each) => !before.intervals.has(each))) {
    left.push('an interval')
    clearInterval(id)
  }
  for (const element of document.body.children)
    if (element.className !== 'test-host' || element.childElementCount > 0)
      left.push(`<${element.localName}> in the body`)
  document.body.replaceChildren()
  for (const [element, names] of attributes)
    for (const { name, value } of [...element.attributes])
      if (!names.has(name) && value !== '') {
        left.push(`${name}="${value}" of <${element.localName}>`)
        element.removeAttribute(name)
      }
  // The router writes storage and URL in each test.
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', address)
  return left
}

const address = location.href
const attributes = [document.documentElement, document.body].map(
  (element) => [element, new Set(element.getAttributeNames())] as const,
)

const isCapturing = (options: boolean | EventListenerOptions | undefined) =>
  typeof options === 'object' ? !!options.capture : !!options

function watchListeners(target: EventTarget) {
  const add = target.addEventListener.bind(target)
  const remove = target.removeEventListener.bind(target)
  const find = (one: Listening) =>
    [...listening].find(
      ({ target, type, listener, capture }) =>
        target === one.target && type === one.type && listener === one.listener && capture === one.capture,
    )
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ) => {
    add(type, listener, options)
    const { once, signal } = typeof options === 'object' ? options : {}
    const one = { target, type, listener, capture: isCapturing(options) }
    if (once || signal?.aborted || find(one)) return
    listening.add(one)
    signal?.addEventListener('abort', () => listening.delete(one))
  }
  target.removeEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ) => {
    remove(type, listener, options)
    const found = find({ target, type, listener, capture: isCapturing(options) })
    if (found) listening.delete(found)
  }
}

function watchIntervals() {
  const { setInterval: set, clearInterval: clear } = window
  window.setInterval = ((...args: Parameters<typeof set>) => {
    const id = set(...args) as unknown as number
    intervals.add(id)
    return id
  }) as typeof set
  window.clearInterval = ((id) => {
    intervals.delete(id as unknown as number)
    clear(id)
  }) as typeof clear
}

LASTING.forEach(watchListeners)
watchIntervals()
