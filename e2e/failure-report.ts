/** A failed test's report: the page's last requests, and the last lines of each running host's log. */
import { stripVTControlCharacters } from 'node:util'
import type { Page, TestInfo } from '@playwright/test'

/** A request over HTTP, or a call or subscription to the core over the WebSocket. */
interface Asked {
  readonly text: string
  readonly at: number
  isAnswered: boolean
}

const PICTURE_TIMEOUT_MS = 5_000
const MAX_ASKED = 400
const SHOWN_REQUESTS = 14
const SHOWN_LINES = 12
/** The longest part of the log that is attached. */
const MAX_LOG_CHARACTERS = 100_000
const MAX_LINE_CHARACTERS = 160
/** Each spec asks for the next one. */
const LINK_LINES = /^Another link: .*\n/gm

interface Log {
  readonly name: string
  readonly read: () => string
  hasEnded: boolean
}

/** Output of the hosts of the test, the one of the worker included. */
const logs = new Set<Log>()
let asked: Asked[] = []
let began = performance.now()

/** The output of a host. Returns what is called when it has ended: it is kept for the report of the test all the same. */
export function keepLog(name: string, read: () => string): () => void {
  const log: Log = { name, read, hasEnded: false }
  logs.add(log)
  return () => {
    log.hasEnded = true
  }
}

export function beginReport(): void {
  asked = []
  began = performance.now()
  for (const log of logs) if (log.hasEnded) logs.delete(log)
}

function note(text: string): Asked {
  const entry: Asked = { text, at: performance.now() - began, isAnswered: false }
  asked.push(entry)
  // The oldest answered ones go: one that is not answered is what is looked for.
  if (asked.length > MAX_ASKED) {
    const first = asked.findIndex(({ isAnswered }) => isAnswered)
    asked.splice(Math.max(first, 0), 1)
  }
  return entry
}

/** Notes what the page asks for, and what of it is answered. */
export function followRequests(page: Page): void {
  const requests = new WeakMap<object, Asked>()
  page.on('request', (request) => {
    requests.set(
      request,
      note(`${request.method()} ${request.url().replace(/^https?:\/\/[^/]+|\?key=.*/g, '')}`),
    )
  })
  const answered = (request: object) => {
    const entry = requests.get(request)
    if (entry) entry.isAnswered = true
  }
  page.on('requestfinished', answered)
  page.on('requestfailed', answered)
  page.on('websocket', (socket) => {
    const calls = new Map<string, Asked>()
    socket.on('framesent', ({ payload }) => {
      const start = String(payload).slice(0, 200)
      const [, verb = '', id = '', name = ''] =
        /^\{"verb":"(request|subscribe)","id":(\d+),"(?:call|event)":"([\w.]+)"/.exec(start) ?? []
      if (verb !== '') calls.set(id, note(`${verb} ${name} #${id}`))
    })
    socket.on('framereceived', ({ payload }) => {
      // Text that is sent as bytes: the first of them say what it is.
      const [, id = ''] = /^\{"verb":"\w+","id":(\d+)/.exec(payload.slice(0, 60).toString()) ?? []
      const entry = calls.get(id)
      if (entry) entry.isAnswered = true
    })
    socket.on('close', () => {
      for (const entry of calls.values())
        if (!entry.isAnswered)
          Object.assign(entry, { isAnswered: true, text: `${entry.text}, lost with the connection` })
      note('the connection to the core was closed').isAnswered = true
    })
  })
}

const hasFailed = (info: TestInfo) => info.status !== info.expectedStatus && info.status !== 'skipped'

/** A picture of a desktop window: Playwright takes those of its own browsers only. */
export async function attachPicture(window: Page, info: TestInfo): Promise<void> {
  if (!hasFailed(info)) return
  try {
    await info.attach('picture of the window', {
      body: await window.screenshot({ timeout: PICTURE_TIMEOUT_MS }),
      contentType: 'image/png',
    })
  } catch {
    // There is no window, or none that responds.
  }
}

const describe = ({ text, at, isAnswered }: Asked) =>
  `${(at / 1000).toFixed(1).padStart(6)} s ${isAnswered ? '  ' : '? '}${text}`.slice(0, MAX_LINE_CHARACTERS)

/** Adds to a failed test what is known: in short among its errors, where each reporter prints it, and in full attached. */
export async function reportFailure(info: TestInfo): Promise<void> {
  if (!hasFailed(info)) return
  const pending = asked.filter(({ isAnswered }) => !isAnswered)
  const shown = asked.filter(
    (one) => pending.includes(one) || asked.indexOf(one) >= asked.length - SHOWN_REQUESTS,
  )
  const parts = [
    `The page's last requests (? has no answer, ${String(pending.length)} of ${String(asked.length)}):`,
    ...shown.slice(-SHOWN_REQUESTS * 2).map(describe),
  ]
  await info.attach('requests', { body: asked.map(describe).join('\n'), contentType: 'text/plain' })
  for (const { name, read } of logs) {
    const log = stripVTControlCharacters(read().slice(-MAX_LOG_CHARACTERS)).replaceAll(LINK_LINES, '')
    const lines = log.trimEnd().split('\n').slice(-SHOWN_LINES)
    parts.push(
      `The last lines of ${name}:`,
      ...lines.map((line) => `  ${line.slice(0, MAX_LINE_CHARACTERS)}`),
    )
    await info.attach(`log of ${name}`, { body: log, contentType: 'text/plain' })
  }
  info.errors.push({ message: parts.join('\n') })
}
