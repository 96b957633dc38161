/** Looking for a newer version, with electron-updater itself, against feeds of this machine: good, broken and absent. */
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, startApp, test } from '../../app.ts'
import type { ElectronApp } from '../../electron-app.ts'

test.skip(({ host }) => host !== 'stand-in', 'what is installed is acted by the stand-in')
test.skip(process.platform !== 'linux', 'the feed is the one for Linux')

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-updates-'))
})
test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

interface Box {
  readonly message: string
  readonly detail: string
}

/** Starts an installed app whose feed gives this, presses the menu's item, and gives what was said and logged. */
async function checkedAgainst(feed: string | undefined) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(feed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const resources = join(folder, 'resources')
  mkdirSync(resources)
  if (feed !== undefined)
    writeFileSync(
      join(resources, 'app-update.yml'),
      `provider: generic\nurl: http://127.0.0.1:${String(port)}/\nupdaterCacheDirName: chainglass-updater\n`,
    )
  const image = join(folder, 'Chainglass.AppImage')
  writeFileSync(image, '')
  const dataDir = join(folder, 'data')
  const app = (await startApp({
    dataDir,
    env: {
      CHAINGLASS_STAND_IN_PACKAGED: '1',
      CHAINGLASS_STAND_IN_RESOURCES: resources,
      APPIMAGE: image,
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  })) as ElectronApp
  const boxes = () => app.electron.evaluate(({ dialog }) => (dialog as unknown as { shown: Box[] }).shown)
  const before = asked.length
  await app.electron.evaluate(({ Menu, dialog }) => {
    Object.assign(dialog, { answers: [1] })
    const menu = Menu.getApplicationMenu() as unknown as {
      find(label: string): { click(): void } | undefined
    }
    menu.find('Check for Updates…')!.click()
  })
  await expect.poll(async () => (await boxes()).length).toBe(1)
  const [box] = await boxes()
  await app.stop()
  server.close()
  server.closeAllConnections()
  return { box: box!, before, asked, log: readFileSync(join(dataDir, 'logs', 'chainglass.log'), 'utf8') }
}

const feedOf = (version: string) =>
  `version: ${version}\nfiles:\n  - url: Chainglass.AppImage\n    sha512: ${'A'.repeat(86)}==\n    size: 1\npath: Chainglass.AppImage\nsha512: ${'A'.repeat(86)}==\nreleaseDate: '2026-11-20T00:00:00.000Z'\n`

test('a newer version is offered, and nothing of it fetched before the person says so', async () => {
  const { box, before, asked } = await checkedAgainst(feedOf('99.0.0'))
  expect(box.message).toBe('Chainglass 99.0.0 is there')
  expect(before).toBe(0)
  expect(asked.every((path) => path.startsWith('/latest-linux.yml'))).toBe(true)
})

test('an older version is none', async () => {
  const { box } = await checkedAgainst(feedOf('0.0.1'))
  expect(box.message).toBe('There is no newer version')
})

test('a feed that is broken or absent is said in a sentence, and why in the log', async () => {
  const broken = await checkedAgainst('<html>not a feed</html>')
  expect(broken.box.message).toBe('Newer versions can’t be looked for now')
  expect(broken.log).toContain('Looking for a newer version failed')
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  const absent = await checkedAgainst(undefined)
  expect(absent.box.message).toBe('Newer versions can’t be looked for now')
  expect(absent.asked).toEqual([])
})
