/** Tests the language of menus, dialogs and notifications, from the settings and before the core runs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RpcClient } from '#shared/rpc/client.ts'
import { createMenuTemplate } from '../window/menu-template.ts'
import { openHostState } from '../window/host-state.ts'
import * as electron from '../testing/fake-electron.ts'

vi.mock('electron', () => import('../testing/fake-electron.ts'))
const { followLanguage, startLanguage } = await import('./language.ts')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-language-'))
})
afterEach(() => {
  electron.world.systemLanguages = ['en-GB']
  startLanguage({ read: () => ({}) })
  rmSync(folder, { recursive: true })
})
const stateFile = () => openHostState(join(folder, 'window.json'))

const nothing = () => undefined
const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])
const menu = (platform: NodeJS.Platform = 'linux') =>
  flat(
    createMenuTemplate(
      { platform, packaged: true, checksForUpdates: false },
      {
        run: nothing,
        checkForUpdates: nothing,
        setChecksForUpdates: nothing,
        showLogs: nothing,
        showData: nothing,
        about: nothing,
      },
    ),
  )
const labels = (platform?: NodeJS.Platform) => menu(platform).map(({ label }) => label)

it('is the system’s until one is chosen, and English where that is none of ours', () => {
  electron.world.systemLanguages = ['fr-FR', 'pt-PT']
  startLanguage(stateFile())
  expect(labels()).toContain('&Arquivo')
  electron.world.systemLanguages = ['fr-FR']
  startLanguage(stateFile())
  expect(labels()).toContain('&File')
})

it('follows the setting, and is the same at the next start', () => {
  let hear: (settings: { language?: string }) => void = nothing
  const core = {
    subscribe: (_name: string, _input: object, listener: typeof hear) => {
      hear = listener
      return nothing
    },
  } as unknown as Pick<RpcClient, 'subscribe'>
  const state = stateFile()
  const onChange = vi.fn()
  startLanguage(state)
  followLanguage({ core, state, onChange })
  hear({})
  expect(onChange).not.toHaveBeenCalled()
  hear({ language: 'ja' })
  hear({ language: 'ja' })
  expect(onChange).toHaveBeenCalledOnce()
  // A system without access keys does not show them.
  expect(labels()).toContain('ファイル(&F)')
  expect(labels('darwin')).toContain('ファイル')
  hear({ language: 'de' })
  hear({ language: 'pseudo' })
  expect(labels()).toContain('&File')
  hear({ language: 'de' })
  startLanguage({ read: () => ({}) })
  startLanguage(stateFile())
  expect(labels()).toContain('&Datei')
})

it.each(['linux', 'darwin'] as const)(
  'leaves no item on %s to Electron, which knows English only',
  (platform) => {
    startLanguage({ read: () => ({ language: 'de' }) })
    const unnamed = menu(platform).filter(({ label, type }) => label === undefined && type !== 'separator')
    expect(unnamed.map(({ role }) => role)).toEqual(platform === 'darwin' ? ['appMenu'] : [])
  },
)
