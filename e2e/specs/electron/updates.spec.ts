/** The check for a newer version, with the real electron-updater and local feeds: good, broken and absent. */
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, startApp, test } from '../../app.ts'
import type { ElectronApp } from '../../electron-app.ts'
import { createTempFolder, removeFolder } from '../../folders.ts'

test.skip(({ host }) => host !== 'stand-in', 'only the stand-in can pretend to be installed')
test.skip(process.platform !== 'linux', 'the feed is the one for Linux')

let folder: string
test.beforeEach(() => {
  folder = createTempFolder()
})
test.afterEach(() => {
  removeFolder(folder)
})

interface Box {
  readonly message: string
  readonly detail: string
}

/** Starts an installed app with this feed and runs the check from the menu. Returns the message box, requests and log. */
async function checkWithFeed(feed: string | undefined) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
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
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ updateKey }))
  const image = join(folder, 'Chainglass.AppImage')
  writeFileSync(image, '')
  const dataDir = join(folder, 'data')
  const app = (await startApp({
    dataDir,
    env: {
      CHAINGLASS_STAND_IN_PACKAGED: '1',
      CHAINGLASS_STAND_IN_RESOURCES: resources,
      CHAINGLASS_STAND_IN_APP_PATH: folder,
      APPIMAGE: image,
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  })) as ElectronApp
  const boxes = () => app.electron.evaluate(({ dialog }) => (dialog as unknown as { shown: Box[] }).shown)
  const before = requests.length
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
  return { box: box!, before, requests, log: readFileSync(join(dataDir, 'logs', 'chainglass.log'), 'utf8') }
}

const keys = generateKeyPairSync('ed25519')
const updateKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

/** As the release workflow signs it. */
function feedOf(version: string, { privateKey } = keys): string {
  const feeds = createTempFolder()
  const path = join(feeds, 'latest-linux.yml')
  writeFileSync(path, unsignedFeed(version))
  execFileSync(process.execPath, ['build/sign-feed.ts', feeds], {
    env: { CHAINGLASS_UPDATE_PRIVATE_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() },
  })
  const feed = readFileSync(path, 'utf8')
  removeFolder(feeds)
  return feed
}

const unsignedFeed = (version: string) =>
  `version: ${version}\nfiles:\n  - url: Chainglass.AppImage\n    sha512: ${'A'.repeat(86)}==\n    size: 1\npath: Chainglass.AppImage\nsha512: ${'A'.repeat(86)}==\nreleaseDate: '2026-11-20T00:00:00.000Z'\n`

test('a newer version is offered, and nothing of it is downloaded before the person agrees', async () => {
  const { box, before, requests } = await checkWithFeed(feedOf('99.0.0'))
  expect(box.message).toBe('Chainglass 99.0.0 is available')
  expect(before).toBe(0)
  expect(requests.every((path) => path.startsWith('/latest-linux.yml'))).toBe(true)
})

test('a newer version that the project did not sign is not offered', async () => {
  for (const feed of [unsignedFeed('99.0.0'), feedOf('99.0.0', generateKeyPairSync('ed25519'))]) {
    const { box, requests, log } = await checkWithFeed(feed)
    expect(box.message).toBe('Chainglass can’t check for a newer version now')
    expect(log).toContain('not signed by the project')
    expect(requests.every((path) => path.startsWith('/latest-linux.yml'))).toBe(true)
    removeFolder(folder)
    mkdirSync(folder)
  }
})

test('an older version is not offered', async () => {
  const { box } = await checkWithFeed(feedOf('0.0.1'))
  expect(box.message).toBe('There is no newer version')
})

test('a broken or absent feed shows a message, with the reason in the log', async () => {
  const broken = await checkWithFeed('<html>not a feed</html>')
  expect(broken.box.message).toBe('Chainglass can’t check for a newer version now')
  expect(broken.log).toContain('Checking for a newer version failed')
  removeFolder(folder)
  mkdirSync(folder)
  const absent = await checkWithFeed(undefined)
  expect(absent.box.message).toBe('Chainglass can’t check for a newer version now')
  expect(absent.requests).toEqual([])
})
