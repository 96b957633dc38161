import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { FuseV1Options } from '@electron/fuses'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js'
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listFiles, MAX_BYTES, stageApp } from './app-files.ts'
import { bundledPackages } from './bundled.ts'
import { packaging } from './electron-builder.ts'
import { burnFuses, FUSES, fuseConfig, wrongFuses } from './fuses.ts'
import { makeIcons } from './icons.ts'
import { collectLicences, licencesText } from './licences.ts'
import { signFeeds } from './sign-feed.ts'
import { isSigned } from '../src/main/system/update-signature.ts'
import { languages } from '../src/shared/languages.ts'

const ROOT = join(import.meta.dirname, '..')
const KEY = { CHAINGLASS_UPDATE_PUBLIC_KEY: 'x' }
const valid = (config: object) => validateConfiguration(config, new DebugLogger(false))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-build-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('the configuration', () => {
  it('is what electron-builder’s own schema allows, signed and published or not', async () => {
    await valid(packaging({}))
    await valid(
      packaging({ GITHUB_REPOSITORY: 'someone/chainglass', CSC_LINK: 'x', APPLE_API_KEY: 'y', ...KEY }),
    )
    await expect(valid({ ...packaging({}), aser: true })).rejects.toThrow(/aser/)
  })

  it('makes what each system’s people install, and gives our links to the app', () => {
    const { linux, mac, win, protocols, asar, publish } = packaging({})
    expect(linux?.target).toEqual(['AppImage', 'deb'])
    expect((mac!.target as { target: string }[]).map(({ target }) => target)).toEqual(['dmg', 'zip'])
    expect(win?.target).toEqual(['nsis', 'portable'])
    expect(protocols).toEqual([{ name: 'Chainglass link', schemes: ['chainglass'] }])
    expect(linux?.mimeTypes).toEqual(['x-scheme-handler/chainglass'])
    expect(asar).toBe(true)
    expect(publish).toBeNull()
  })

  it('makes an rpm only where the program for it is', () => {
    writeFileSync(join(folder, 'rpmbuild'), '')
    const PATH = [join(folder, 'none'), folder].join(delimiter)
    expect(packaging({ PATH }).linux?.target).toEqual(['AppImage', 'deb', 'rpm'])
    expect(packaging({ PATH: join(folder, 'none') }).linux?.target).toEqual(['AppImage', 'deb'])
  })

  it('packs Chromium’s texts in every language of the window', () => {
    const ofChromium = ['en-US', ...languages.filter((language) => language !== 'en')]
    expect(packaging({}).electronLanguages).toEqual(ofChromium)
  })

  it('keeps the sandbox in an AppImage, whose entry is named as its windows are', async () => {
    const { toolsets, linux } = packaging({})
    // With an older toolset, electron-builder starts the AppImage with --no-sandbox.
    expect(toolsets?.appimage).toBe('1.0.3')
    const helper = new LinuxTargetHelper({
      config: {},
      platformSpecificBuildOptions: linux,
      executableName: linux?.executableName,
      fileAssociations: [],
      appInfo: { productName: 'Chainglass', sanitizedProductName: 'Chainglass' },
      info: { metadata: { desktopName: 'chainglass.desktop' } },
    } as never)
    const entry = await helper.computeDesktopEntry(linux as never)
    expect(entry).toContain('StartupWMClass=chainglass\n')
    expect(helper.getDesktopFileName()).toBe('chainglass')
  })

  it('has no updates without the project’s key, nor in a package that its system does not know the maker of', () => {
    const published = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform) =>
      packaging({ GITHUB_REPOSITORY: 'someone/chainglass', ...env }, platform).publish !== null
    expect(published({ CSC_LINK: 'x' }, 'win32')).toBe(false)
    expect(published(KEY, 'win32')).toBe(false)
    expect(published(KEY, 'darwin')).toBe(false)
    for (const platform of ['win32', 'darwin'] as const)
      expect(published({ ...KEY, CSC_LINK: 'x' }, platform)).toBe(true)
    expect(published(KEY, 'linux')).toBe(true)
    expect(published({}, 'linux')).toBe(false)
  })

  it('hardens a Mac’s runtime, and asks it for nothing but to compile', () => {
    expect(packaging({}).mac).toMatchObject({ hardenedRuntime: true, identity: null, notarize: false })
    const entitlements = readFileSync(join(ROOT, 'build', 'entitlements.mac.plist'), 'utf8')
    expect([...entitlements.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ])
  })

  it('leaves a person’s data where it is when the program goes, unless they say otherwise', () => {
    expect(packaging({}).nsis?.deleteAppDataOnUninstall).toBe(false)
    const installer = readFileSync(join(ROOT, 'build', 'installer.nsh'), 'utf8')
    expect(installer).toMatch(/MB_DEFBUTTON2.*\/SD IDNO/)
    // Data is always the person's, also where the program was installed for everybody.
    expect(installer).toMatch(/SetShellVarContext current\s+RMDir \/r "\$APPDATA\\Chainglass"/)
  })
})

describe('a feed of updates', () => {
  const path = () => join(folder, 'latest.yml')
  const feed = () => {
    writeFileSync(
      path(),
      `version: 1.2.3\nfiles:\n  - url: a.exe\n    sha512: ${'A'.repeat(86)}==\n    size: 1\nreleaseDate: '2026-11-20T00:00:00.000Z'\n`,
    )
  }

  it('is signed so that the app takes it, also when it is signed again', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    feed()
    expect(signFeeds(folder, pem)).toEqual(['latest.yml'])
    signFeeds(folder, pem)
    const info = parseUpdateInfo(readFileSync(path(), 'utf8'), 'latest.yml', new URL('http://x.example'))
    const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    expect(isSigned(info, key)).toBe(true)
    expect(isSigned({ ...info, version: '1.2.4' }, key)).toBe(false)
  })

  it('stops the release where there is no key, or nothing that can be signed', () => {
    expect(signFeeds(folder, undefined)).toEqual([])
    feed()
    expect(() => signFeeds(folder, '')).toThrow('no key')
    writeFileSync(path(), 'version: 1.2.3\n')
    const { privateKey } = generateKeyPairSync('ed25519')
    expect(() => signFeeds(folder, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())).toThrow(
      'no feed',
    )
  })
})

describe('the fuses', () => {
  /** As they lie in Electron's executable: a sentinel, a version, a length, a character each. */
  const executable = (wire: string) => {
    const path = join(folder, 'electron')
    const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
    const head = Buffer.concat([sentinel, Buffer.from([1, wire.length]), Buffer.from(wire)])
    writeFileSync(path, Buffer.concat([Buffer.alloc(1_000, 'x'), head, Buffer.alloc(1_000, 'y')]))
    return path
  }
  const wireOf = (path: string) => readFileSync(path).subarray(1_034, 1_043).toString()

  it('are all decided on, and burnt and read back', async () => {
    expect(Object.keys(FUSES)).toHaveLength(Object.keys(FuseV1Options).length / 2)
    const path = executable('101100011')
    await burnFuses(path, false)
    expect(wireOf(path)).toBe('000011001')
  })

  it('that an Electron has and we do not know stop the packing', async () => {
    await expect(burnFuses(executable('1011000111'), false)).rejects.toThrow()
    expect(fuseConfig(false).strictlyRequireAllFuses).toBe(true)
  })

  it('that are not as they should be are named', () => {
    const wire = Object.fromEntries(Object.values(FuseV1Options).map((n) => [n, '1'.charCodeAt(0)]))
    expect(wrongFuses(wire)).toEqual(Object.entries(FUSES).flatMap(([name, on]) => (on ? [] : [name])))
    expect(wrongFuses({})).toHaveLength(9)
  })
})

describe('the staged app', () => {
  const root = () => {
    for (const part of ['main', 'preload', 'renderer']) {
      mkdirSync(join(folder, 'root', 'out', part), { recursive: true })
      writeFileSync(join(folder, 'root', 'out', part, 'index.js'), 'code')
    }
    writeFileSync(
      join(folder, 'root', 'package.json'),
      JSON.stringify({
        name: 'chainglass',
        version: '1.2.3',
        scripts: { x: 'y' },
        dependencies: { viem: '1' },
      }),
    )
    return join(folder, 'root')
  }

  it('is the build, a manifest without dependencies or scripts, and the licences', () => {
    const files = stageApp(root(), join(folder, 'app'), 'licences')
    expect(files.map(({ path }) => path)).toEqual([
      'LICENCES.txt',
      'out/main/index.js',
      'out/preload/index.js',
      'out/renderer/index.js',
      'package.json',
    ])
    const manifest = JSON.parse(readFileSync(join(folder, 'app', 'package.json'), 'utf8')) as object
    expect(manifest).toMatchObject({ version: '1.2.3', main: './out/main/index.js', type: 'module' })
    expect(manifest).toMatchObject({ desktopName: 'chainglass.desktop' })
    expect(manifest).not.toHaveProperty('dependencies')
    expect(manifest).not.toHaveProperty('scripts')
  })

  it('takes in no source map, no source and no more than its budget', () => {
    const at = root()
    writeFileSync(join(at, 'out', 'main', 'index.js.map'), '{}')
    expect(() => stageApp(at, join(folder, 'app'), '')).toThrow('out/main/index.js.map')
    rmSync(join(at, 'out', 'main', 'index.js.map'))
    writeFileSync(join(at, 'out', 'main', 'big.js'), Buffer.alloc(MAX_BYTES))
    expect(() => stageApp(at, join(folder, 'app'), '')).toThrow('more than')
  })
})

describe('licences', () => {
  it('of all that is bundled are passed on, each with its text', () => {
    const packages = bundledPackages(ROOT)
    for (const name of ['vue', 'zod', 'viem', 'electron-updater', '@fontsource-variable/inter'])
      expect(packages).toContain(name)
    // `pg` belongs to the service for teams, which is a package of its own.
    expect(packages).not.toContain('pg')
    expect(packages.every((name) => /^(@[a-z0-9-]+\/)?[a-z0-9._-]+$/.test(name))).toBe(true)
    const licences = collectLicences(ROOT, packages)
    expect(licences.map(({ name }) => name)).toEqual(expect.arrayContaining(['vue', '@vue/runtime-core']))
    expect(licencesText(licences)).toContain('SIL OPEN FONT LICENSE')
  })

  it('that are not known to be free stop the packing', () => {
    for (const [name, license] of [
      ['free', 'MIT'],
      ['closed', 'SEE LICENSE IN EULA'],
    ] as const) {
      mkdirSync(join(folder, 'node_modules', name), { recursive: true })
      writeFileSync(
        join(folder, 'node_modules', name, 'package.json'),
        JSON.stringify({ name, version: '1', license }),
      )
    }
    expect(collectLicences(folder, ['free'])).toMatchObject([{ name: 'free', licence: 'MIT' }])
    expect(() => collectLicences(folder, ['closed'])).toThrow('EULA')
  })
})

describe('the icon', () => {
  it('is there at every size, in each system’s container', () => {
    makeIcons(join(ROOT, 'build'), folder)
    const files = listFiles(folder)
    expect(files.filter(({ path }) => path.endsWith('.png'))).toHaveLength(10)
    const png = readFileSync(join(folder, 'png', '48x48.png'))
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([48, 48])
    const ico = readFileSync(join(folder, 'icon.ico'))
    expect(ico.readUInt16LE(4)).toBe(10)
    const last = 6 + 16 * 9
    expect(ico.readUInt32LE(last + 12) + ico.readUInt32LE(last + 8)).toBe(ico.length)
    const icns = readFileSync(join(folder, 'icon.icns'))
    expect(icns.toString('latin1', 0, 4)).toBe('icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
  })
})
