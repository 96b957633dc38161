import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandOf, HELP, parseArguments } from './arguments.ts'
import { describeMissingDisplay } from './display-check.ts'
import { rewriteDeepLink } from './rewrite-deep-link.ts'
import * as electron from '../testing/fake-electron.ts'

vi.mock('electron', () => import('../testing/fake-electron.ts'))
const { receiveDeepLinks, registerLinkScheme } = await import('./deep-links.ts')
const { acquireSingleInstanceLock } = await import('./single-instance-lock.ts')

const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const HASH = `0x${'ab'.repeat(32)}`

beforeEach(() => {
  electron.calls.length = 0
  Object.assign(electron.world, { hasLock: true, hasScheme: false, isPackaged: true })
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('a link from outside', () => {
  it('is read as the search field reads it, and written anew', () => {
    expect(rewriteDeepLink(`chainglass://eth/address/${VITALIK}`)).toBe(`chainglass://1/address/${VITALIK}`)
    expect(rewriteDeepLink(`CHAINGLASS://8453/tx/${HASH.toUpperCase().replace('0X', '0x')}`)).toBe(
      `chainglass://8453/tx/${HASH}`,
    )
    expect(rewriteDeepLink('chainglass://eth/block/00123')).toBe('chainglass://1/block/123')
    // An unknown kind of thing is ignored, also if every object has a property of that name.
    for (const name of ['anything', 'constructor', '__proto__'])
      expect(rewriteDeepLink(`chainglass://eth/${name}/${VITALIK}`)).toBe(`chainglass://1/address/${VITALIK}`)
    expect(rewriteDeepLink('chainglass://0001/block/1')).toBe('chainglass://1/block/1')
    expect(rewriteDeepLink(`chainglass://eth/address/%30${VITALIK.slice(1)}`)).toBe(
      `chainglass://1/address/${VITALIK}`,
    )
    expect(rewriteDeepLink(`chainglass://eth/token/${VITALIK}`)).toBe(`chainglass://1/token/${VITALIK}`)
    expect(rewriteDeepLink(`chainglass://eth/token/${VITALIK}/instance/7`)).toBe(
      `chainglass://1/nft/${VITALIK}/7`,
    )
  })

  it('that holds anything else is nothing', () => {
    for (const link of [
      'chainglass://',
      'chainglass://eth',
      'chainglass://eth/address/0x12',
      `chainglass://eth/address/${VITALIK}"><script>alert(1)</script>`,
      `chainglass://eth/address/${VITALIK} --source=http://evil.example`,
      `chainglass://eth/address/${VITALIK}\u202e`,
      `chainglass://eth/address/${VITALIK}#token=x`,
      `chainglass://evil.example/address/${VITALIK}`,
      `chainglass://user:pass@eth/address/${VITALIK}`,
      'chainglass://eth/settings?import=https://evil.example',
      'chainglass://eth/../../etc/passwd',
      'chainglass:javascript:alert(1)',
      `https://evil.example/address/${VITALIK}`,
      `chainglass://eth/${'x/'.repeat(1_500)}address/${VITALIK}`,
      `file:///etc/passwd`,
      `chainglass:eth/address/${VITALIK}`,
      `chainglass:/eth/address/${VITALIK}`,
      `chainglass:///address/${VITALIK}`,
      `chainglass://eth:80/address/${VITALIK}`,
      `chainglass://eth/address/${VITALIK}%00`,
      `chainglass://eth/address/${VITALIK}\0`,
      `chainglass://eth/address/%0a${VITALIK}`,
      `chainglass://eth/address%2F${VITALIK}`,
      // Encoded twice: the shown link would differ from the opened one.
      `chainglass://eth/address/%2530${VITALIK.slice(1)}`,
      `chainglass://eth/address/${VITALIK} chainglass://eth/address/${VITALIK}`,
      `chainglass://eth/address/${VITALIK}\nchainglass://eth/address/${VITALIK}`,
      `chainglass://constructor/address/${VITALIK}`,
      `chainglass://${'9'.repeat(79)}/address/${VITALIK}`,
      `--source=chainglass://eth/address/${VITALIK}`,
    ])
      expect(rewriteDeepLink(link), link).toBeUndefined()
  })

  it('is one of ten at once, of which the last is opened', () => {
    vi.useFakeTimers()
    const opened: string[] = []
    const links = receiveDeepLinks({ open: (text) => opened.push(text), log: () => undefined })
    for (let n = 0; n < 10; n++) {
      const address = `0x${String(n).repeat(40)}`
      let prevented = false
      electron.app.emit(
        'open-url',
        { preventDefault: () => (prevented = true) },
        `chainglass://eth/address/${address}`,
      )
      expect(prevented).toBe(true)
    }
    links.receive('chainglass://nonsense')
    vi.advanceTimersByTime(1_000)
    expect(opened).toEqual([`chainglass://1/address/0x${'9'.repeat(40)}`])
    links.dispose()
    vi.useRealTimers()
  })
})

describe('our links', () => {
  const registered = () => electron.called('setAsDefaultProtocolClient')
  const on = (platform: NodeJS.Platform) => vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)

  it('are those of an installed app, asked for once, with -- before them on Windows', () => {
    on('linux')
    registerLinkScheme({})
    expect(registered()).toEqual([['chainglass']])
    electron.world.hasScheme = true
    registerLinkScheme({})
    expect(registered()).toHaveLength(1)
    electron.world.hasScheme = false
    on('win32')
    registerLinkScheme({})
    expect(electron.called('isDefaultProtocolClient').at(-1)).toEqual(registered().at(-1))
    expect(registered().at(-1)).toEqual(['chainglass', process.execPath, ['--']])
  })

  it('are left alone by what may be gone tomorrow: an AppImage, a portable program, a checkout', () => {
    registerLinkScheme({ APPIMAGE: '/home/someone/Downloads/Chainglass.AppImage' })
    registerLinkScheme({ PORTABLE_EXECUTABLE_FILE: 'C:\\Chainglass-portable.exe' })
    electron.world.isPackaged = false
    registerLinkScheme({})
    expect(registered()).toEqual([])
  })
})

describe('a second start', () => {
  it('brings the first to the front and hands it its link, and no option of it', () => {
    const done: string[] = []
    const stop = acquireSingleInstanceLock({
      focus: () => done.push('focus'),
      receiveLink: (link) => done.push(link),
    })
    electron.app.emit('second-instance', {}, ['chainglass', '--data-dir', 'x', '--', 'chainglass://eth/x'])
    electron.app.emit('second-instance', {}, ['chainglass'])
    expect(done).toEqual(['focus', 'chainglass://eth/x', 'focus'])
    stop!()
  })

  it('ends where it is the second', () => {
    electron.world.hasLock = false
    expect(
      acquireSingleInstanceLock({ focus: () => undefined, receiveLink: () => undefined }),
    ).toBeUndefined()
  })
})

describe('the command line', () => {
  it('reads ours and leaves the rest alone', () => {
    expect(
      parseArguments(
        ['electron', '.', '--data-dir', '/d', '--inspect', '--source=http://x', '--lang=de'],
        '/from',
      ),
    ).toEqual({ dataDir: resolve('/d'), source: 'http://x', link: undefined, info: undefined })
    expect(parseArguments(['electron', '.', '--data-dir'], '/from')).toMatchObject({ dataDir: undefined })
    expect(parseArguments(['chainglass', '--help'], '/from')).toMatchObject({ info: 'help' })
    expect(parseArguments(['chainglass', '--version'], '/from')).toMatchObject({ info: 'version' })
    for (const option of ['--data-dir', '--source', '--version', '--help']) expect(HELP).toContain(option)
  })

  it('takes a folder from where the person stands, and gives Electron nothing else', () => {
    const from = resolve('/home/someone')
    const dataDir = (path: string) => parseArguments(['chainglass', `--data-dir=${path}`], from).dataDir
    expect(dataDir('data')).toBe(join(from, 'data'))
    expect(dataDir('../My Data')).toBe(resolve('/home/My Data'))
  })

  it('takes nothing behind -- for an option', () => {
    expect(
      parseArguments(
        ['chainglass', '--', 'chainglass://eth/x', '--data-dir=/evil', '--source', 'http://evil'],
        '/from',
      ),
    ).toEqual({ dataDir: undefined, source: undefined, link: 'chainglass://eth/x', info: undefined })
  })

  it.each([
    ['as Windows hands it', ['C:\\Chainglass.exe', '--', 'chainglass://eth/x']],
    ['as Linux hands it', ['/opt/Chainglass/chainglass', 'chainglass://eth/x']],
    ['behind switches of Chromium', ['chainglass', '--no-sandbox', '--lang=de', 'CHAINGLASS://eth/x']],
    ['before others', ['chainglass', '--', 'chainglass://eth/x', 'chainglass://eth/y', 'mcp']],
    ['with an option that looks like one', ['chainglass', '--x=chainglass://eth/y', 'chainglass://eth/x']],
    ['with a file of that name', ['chainglass://eth/y', './chainglass://eth/y', 'chainglass://eth/x']],
  ])('has one link, %s, and it is no command', (_, argv) => {
    expect(parseArguments(argv, '/from')).toMatchObject({ source: undefined, info: undefined })
    expect(parseArguments(argv, '/from').link?.toLowerCase()).toBe('chainglass://eth/x')
    expect(commandOf(argv, true)).toBeUndefined()
  })

  it('says that there is no display, instead of dying of it', () => {
    expect(describeMissingDisplay('linux', {}, [])).toContain('--web')
    expect(describeMissingDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' }, [])).toBeUndefined()
    expect(describeMissingDisplay('linux', {}, ['--ozone-platform=headless'])).toBeUndefined()
    expect(describeMissingDisplay('darwin', {}, [])).toBeUndefined()
  })
})
