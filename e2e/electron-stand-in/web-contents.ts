/** A page of a window, over its DevTools session: loading, its network, its preload, IPC, and what it may not do. */
import { EventEmitter } from 'node:events'
import { randomUUID } from 'node:crypto'
import type { HandlerDetails } from 'electron'
import { app, StandInEvent } from './app.ts'
import { chromium } from './chromium.ts'
import type { Session } from './cdp.ts'
import { ipcMain } from './ipc-main.ts'
import { fromWire, toWire } from './origin.ts'
import { answerRequest, applyPermissions } from './protocol.ts'
import { BINDING, OPEN, pageScript, preloadScript, WORLD } from './worlds.ts'

interface Paused {
  readonly requestId: string
  readonly request: {
    readonly url: string
    readonly method: string
    readonly headers: Record<string, string>
  }
  readonly frameId: string
  readonly resourceType: string
}
interface Frame {
  readonly id: string
  readonly parentId?: string
  readonly url: string
}
interface Target {
  readonly targetId: string
  readonly type: string
  readonly openerId?: string
}
type OpenHandler = (details: HandlerDetails) => { action: string }

const all = new Set<WebContents>()

export class WebContents extends EventEmitter {
  readonly id: number
  readonly mainFrame = { url: '', parent: null, frameTreeNodeId: 0 }
  targetId = ''
  session: Session | undefined
  private openHandler: OpenHandler = () => ({ action: 'allow' })
  private readonly asked = new Set<string>()
  private world: number | undefined
  private destroyed = false
  private crashed = false
  /** Windows that the page has opened and that are closed as soon as they are there. */
  private unwanted = 0
  private readonly attached: Promise<void>

  static fromDevToolsTargetId = (targetId: string) => [...all].find((one) => one.targetId === targetId)
  static getAllWebContents = () => [...all]

  constructor(preload: string | undefined, size: { width: number; height: number }) {
    super()
    this.id = all.size + 1
    this.mainFrame.frameTreeNodeId = this.id
    all.add(this)
    // As Electron does: listeners of the app are there before anything of the page is.
    app.emit('web-contents-created', new StandInEvent(), this)
    this.attached = this.attach(preload, size)
  }

  getURL = () => this.mainFrame.url
  isDestroyed = () => this.destroyed
  isCrashed = () => this.crashed
  setWindowOpenHandler(handler: OpenHandler) {
    this.openHandler = handler
  }

  send(channel: string, ...args: unknown[]) {
    if (this.world === undefined) return
    this.session?.tell('Runtime.evaluate', {
      contextId: this.world,
      expression: `__electronStandInDeliver(${JSON.stringify(channel)}, ${JSON.stringify(args)})`,
    })
  }

  async loadURL(url: string): Promise<void> {
    await this.attached
    await applyPermissions({ getURL: () => url }, url)
    this.emit('did-start-navigation', { url, isSameDocument: false, isMainFrame: true })
    const { errorText } = await this.need().send<{ errorText?: string }>('Page.navigate', {
      url: toWire(url),
    })
    if (errorText !== undefined && errorText !== '') throw new Error(`${errorText} loading '${url}'`)
  }
  reload() {
    this.crashed = false
    this.session?.tell('Page.reload')
  }
  forcefullyCrashRenderer() {
    this.session?.tell('Page.crash')
  }
  /** Closing as a person does it; the target's end is then told to the window. */
  close() {
    this.emit('close-asked')
  }
  destroy() {
    if (this.destroyed) return
    this.destroyed = true
    all.delete(this)
    chromium().root.tell('Target.closeTarget', { targetId: this.targetId })
    this.emit('destroyed')
  }

  private need(): Session {
    if (!this.session) throw new Error('Object has been destroyed')
    return this.session
  }

  private async attach(preload: string | undefined, size: { width: number; height: number }) {
    const browser = chromium()
    const { targetId } = await browser.root.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...size,
    })
    this.targetId = targetId
    browser.root.on('Target.targetCreated', ({ targetInfo }: { targetInfo: Target }) => {
      const isOurs =
        targetInfo.openerId === targetId || (targetInfo.openerId === undefined && this.unwanted > 0)
      if (targetInfo.type !== 'page' || !isOurs || targetInfo.targetId === targetId) return
      this.unwanted -= 1
      browser.root.tell('Target.closeTarget', { targetId: targetInfo.targetId })
    })
    const { sessionId } = await browser.root.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    })
    const session = browser.session(sessionId)
    this.session = session
    this.listen(session)
    const secret = randomUUID()
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(secret) }),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ])
    if (preload === undefined) return
    try {
      await session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: preloadScript(preload, secret),
        worldName: WORLD,
      })
    } catch (error) {
      process.stderr.write(`Unable to load preload script: ${preload}\n${String(error)}\n`)
      this.emit('preload-error', new StandInEvent(), preload, error)
    }
  }

  private listen(session: Session) {
    session.on('Fetch.requestPaused', (paused: Paused) => void this.answer(paused))
    session.on('Page.frameRequestedNavigation', ({ frameId, url }: { frameId: string; url: string }) => {
      this.asked.add(`${frameId} ${url}`)
    })
    session.on('Page.frameNavigated', ({ frame }: { frame: Frame }) => {
      if (frame.parentId !== undefined) return
      this.crashed = false
      this.mainFrame.url = fromWire(frame.url)
      this.emit('did-navigate', new StandInEvent(), this.mainFrame.url, 200, 'OK')
    })
    session.on('Page.navigatedWithinDocument', ({ url }: { url: string }) => {
      this.mainFrame.url = fromWire(url)
      this.emit('did-start-navigation', { url: this.mainFrame.url, isSameDocument: true, isMainFrame: true })
      this.emit('did-navigate-in-page', new StandInEvent(), this.mainFrame.url, true)
    })
    session.on('Page.domContentEventFired', () => {
      if (this.mainFrame.url === '' || this.mainFrame.url === 'about:blank') return
      this.emit('dom-ready', new StandInEvent())
      this.emit('first-paint')
    })
    session.on('Page.loadEventFired', () => this.emit('did-finish-load'))
    session.on('Page.windowOpen', ({ url, windowName }: { url: string; windowName: string }) => {
      this.windowOpened(fromWire(url), windowName)
      this.unwanted += 1
    })
    session.on(
      'Runtime.executionContextCreated',
      ({ context }: { context: { id: number; name: string; auxData?: { frameId?: string } } }) => {
        // The main frame of a page has its target's own id.
        if (context.name === WORLD && context.auxData?.frameId === this.targetId) this.world = context.id
      },
    )
    session.on('Runtime.executionContextsCleared', () => (this.world = undefined))
    session.on(
      'Runtime.bindingCalled',
      (call: { name: string; payload: string; executionContextId: number }) => {
        if (call.name !== BINDING || call.executionContextId !== this.world) return
        const { channel, args } = JSON.parse(call.payload) as { channel: string; args: unknown[] }
        if (channel === OPEN) this.windowOpened(fromWire(String(args[0])), String(args[1]))
        else ipcMain.emit(channel, { sender: this, senderFrame: this.mainFrame }, ...args)
      },
    )
    session.on('Inspector.targetCrashed', () => {
      this.crashed = true
      this.world = undefined
      this.emit('render-process-gone', new StandInEvent(), { reason: 'crashed', exitCode: 139 })
    })
  }

  private async answer({ requestId, request, frameId, resourceType }: Paused) {
    const session = this.need()
    const refuse = (errorReason: string) => {
      session.tell('Fetch.failRequest', { requestId, errorReason })
    }
    // Asked for once, judged for ever: of two navigations to one URL both are told before either is requested.
    const isAsked = this.asked.has(`${frameId} ${request.url}`)
    if (resourceType === 'Document' && isAsked && !this.mayNavigate(request.url, frameId)) {
      refuse('Aborted')
      return
    }
    try {
      const response = await answerRequest(request)
      if (!response) {
        session.tell('Fetch.continueRequest', { requestId })
        return
      }
      session.tell('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status,
        responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
        body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      })
    } catch {
      refuse('BlockedByClient')
    }
  }

  /** Only what a page asks for passes here: what the app loads itself is its own business. */
  private mayNavigate(wire: string, frameId: string): boolean {
    const url = fromWire(wire)
    const isMainFrame = frameId === this.targetId
    const event = Object.assign(new StandInEvent(), { url, isMainFrame, isSameDocument: false })
    this.emit('will-frame-navigate', event)
    if (isMainFrame) this.emit('will-navigate', event, url)
    return !event.defaultPrevented
  }

  private windowOpened(url: string, frameName: string) {
    const { action } = this.openHandler({
      url,
      frameName,
      features: '',
      disposition: 'new-window',
      referrer: { url: this.mainFrame.url, policy: 'default' },
    })
    if (action !== 'deny') throw new Error('A window that a page opens is refused here: deny it.')
  }
}
