/** How the staged app (app-files.ts) becomes an AppImage, deb, rpm, dmg, zip, an installer and a portable program. */
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { AfterPackContext, Configuration } from 'app-builder-lib'
import { APP_ID } from '../src/main/system/app-id.ts'
import { languages } from '../src/shared/languages.ts'
import { burnFuses } from './fuses.ts'

const ROOT = join(import.meta.dirname, '..')
const { version: electronVersion } = JSON.parse(
  readFileSync(join(ROOT, 'node_modules', 'electron', 'package.json'), 'utf8'),
) as { version: string }
const LINK_SCHEME = 'chainglass'

/**
 * `env`: certificates and the repository, where a workflow gives them (without any the packages are unsigned); a runtime
 * that is already on this machine (`CHAINGLASS_ELECTRON_DIST`); where the packages go (`CHAINGLASS_PACKAGES`).
 */
export function packaging(env: NodeJS.ProcessEnv, platform = process.platform): Configuration {
  const [owner, repo] = (env.GITHUB_REPOSITORY ?? '').split('/')
  return {
    appId: APP_ID,
    productName: 'Chainglass',
    copyright: 'The Chainglass authors, MIT licence',
    electronVersion,
    ...(env.CHAINGLASS_ELECTRON_DIST ? { electronDist: env.CHAINGLASS_ELECTRON_DIST } : {}),
    directories: {
      app: 'out/app',
      output: env.CHAINGLASS_PACKAGES ?? 'dist',
      buildResources: 'build',
    },
    files: ['**/*'],
    asar: true,
    // The bundles are whole: without this answer the checkout's node_modules would be searched for dependencies, and packed.
    beforeBuild: () => Promise.resolve(false),
    // Chromium's own texts, in the languages of the window.
    electronLanguages: languages.map((language) => (language === 'en' ? 'en-US' : language)),
    // The first toolset starts without a sandbox always, this one where the system can make none.
    toolsets: { appimage: '1.0.3' },
    artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
    protocols: [{ name: 'Chainglass link', schemes: [LINK_SCHEME] }],
    // Without a feed the app does not update itself, and says so when it is asked to.
    publish:
      owner && repo && updateKeyOf(env, platform)
        ? { provider: 'github', owner, repo, releaseType: 'draft' }
        : null,
    afterPack: burnTheFuses,
    linux: {
      target: hasProgram('rpmbuild', env) ? ['AppImage', 'deb', 'rpm'] : ['AppImage', 'deb'],
      executableName: 'chainglass',
      category: 'Development;Finance',
      synopsis: 'Explorer for EVM chains',
      maintainer: 'The Chainglass authors <noreply@chainglass.invalid>',
      vendor: 'Chainglass',
      icon: 'out/icons/png',
      mimeTypes: [`x-scheme-handler/${LINK_SCHEME}`],
      // The entry has the name that Electron gives to the windows (`desktopName`, build/app-files.ts).
      syncDesktopName: true,
      desktop: { entry: { Keywords: 'ethereum;evm;blockchain;explorer;' } },
    },
    mac: {
      target: [
        { target: 'dmg', arch: ['x64', 'arm64'] },
        { target: 'zip', arch: ['x64', 'arm64'] },
      ],
      category: 'public.app-category.developer-tools',
      icon: 'out/icons/icon.icns',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: 'build/entitlements.mac.plist',
      entitlementsInherit: 'build/entitlements.mac.plist',
      notarize: Boolean(env.APPLE_API_KEY),
      // Signed for itself alone where there is no certificate.
      ...(env.CSC_LINK ? {} : { identity: null }),
    },
    win: { target: ['nsis', 'portable'], icon: 'out/icons/icon.ico' },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      // Data outlives the program; the uninstaller asks (installer.nsh).
      deleteAppDataOnUninstall: false,
      include: 'build/installer.nsh',
      artifactName: '${productName}-${version}-${os}-${arch}-setup.${ext}',
    },
    portable: { artifactName: '${productName}-${version}-${os}-${arch}-portable.${ext}' },
  }
}

/**
 * The public key that updates are verified with. None for an unsigned package of a system that knows signatures: what
 * nobody vouched for must not bring in more of its kind.
 */
export function updateKeyOf(env: NodeJS.ProcessEnv, platform = process.platform): string | undefined {
  const key = env.CHAINGLASS_UPDATE_PUBLIC_KEY
  return key && (platform === 'linux' || env.CSC_LINK) ? key : undefined
}

async function burnTheFuses({ appOutDir, electronPlatformName, packager }: AfterPackContext): Promise<void> {
  const { productFilename } = packager.appInfo
  const executable = {
    darwin: `${productFilename}.app`,
    win32: `${productFilename}.exe`,
    linux: 'chainglass',
  }[electronPlatformName]
  if (executable === undefined) throw new Error(`No packages are made for ${electronPlatformName}.`)
  const isUnsignedMac = electronPlatformName === 'darwin' && !process.env.CSC_LINK
  // Signing it for itself takes a program of macOS.
  const canSign = process.platform === 'darwin'
  await burnFuses(join(appOutDir, executable), isUnsignedMac && canSign)
  if (isUnsignedMac && !canSign)
    process.stdout.write(
      `Not signed: on Apple silicon it starts after \`codesign --force --deep --sign - ${executable}\`.\n`,
    )
}

const hasProgram = (name: string, { PATH = '' }: NodeJS.ProcessEnv) =>
  PATH.split(delimiter).some((folder) => existsSync(join(folder, name)))
