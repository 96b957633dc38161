/** Tests that the list of used members is complete, and has no unused ones. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as electron from './fake-electron.ts'
import { USED, type UsedElectron } from './used-electron.ts'

const MAIN = join(import.meta.dirname, '..')
const code = readdirSync(MAIN, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing/.test(path))
  .map((path) => readFileSync(join(MAIN, path), 'utf8'))
  .filter((text) => text.includes("from 'electron'"))
  // Texts and comments are not code.
  .map((text) => text.replace(/'[^'\n]*'|\/\*[\s\S]*?\*\/|\/\/.*/g, ''))
  .join('\n')

/** Names of variables in the sources that have this module's type. */
const CALLED: Readonly<Record<string, string>> = { webContents: 'webContents|contents|sender' }
/** Methods of every emitter. */
const EVENTS = new Set(['on', 'once', 'off'])

it.each(Object.entries(USED))('%s is used as the list says', (name, members) => {
  const uses = code.matchAll(new RegExp(`\\b(?:${CALLED[name] ?? name})\\??\\s*\\.(\\w+)`, 'g'))
  const named = new Set([...uses].map(([, member = '']) => member).filter((member) => !EVENTS.has(member)))
  expect([...named].sort()).toEqual([...members].sort())
})

it('the fake has Electron’s types for what it stands for', () => {
  const held: { readonly [Name in keyof UsedElectron]?: Partial<UsedElectron[Name]> } = {
    app: electron.app,
    BrowserWindow: electron.BrowserWindow,
    window: electron.BrowserWindow.prototype,
    webContents: electron.FakeWebContents.prototype,
    Menu: electron.Menu,
    shell: electron.shell,
    dialog: electron.dialog,
    nativeTheme: electron.nativeTheme,
    screen: electron.screen,
    clipboard: electron.clipboard,
    safeStorage: electron.safeStorage,
    Notification: electron.Notification,
    nativeImage: electron.nativeImage,
    protocol: electron.protocol,
  }
  expect(Object.keys(USED)).toEqual(expect.arrayContaining(Object.keys(held)))
})
