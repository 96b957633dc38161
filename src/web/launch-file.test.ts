import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLaunchFile } from './launch-file.ts'
import { withoutSecrets } from './without-secrets.ts'

let folder: string
const logged: string[] = []
const log = (line: string) => void logged.push(line)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-launch-'))
  logged.length = 0
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})
function host() {
  let codes = 0
  return {
    origins: { named: 'http://f00.localhost:1', plain: 'http://127.0.0.1:1' },
    createCode: () => `code-${String((codes += 1))}`,
  }
}
const modeOf = (path: string) => statSync(path).mode & 0o777

it.skipIf(process.platform === 'win32')(
  'can be read by its owner only, also in a folder that others could read (needs file modes)',
  () => {
    mkdirSync(join(folder, 'open'))
    chmodSync(join(folder, 'open'), 0o755)
    const file = createLaunchFile(folder, host(), log)
    expect(modeOf(file?.path ?? '')).toBe(0o600)
    expect(modeOf(join(folder, 'open'))).toBe(0o700)
  },
)

it('holds a code that was not used, and is gone when the host ends', () => {
  const file = createLaunchFile(folder, host(), log)!
  const text = () => readFileSync(file.path, 'utf8')
  expect(text()).toContain('code-1')
  file.replaceUsed('another')
  expect(text()).toContain('code-1')
  file.replaceUsed('code-1')
  expect(text()).toContain('code-2')
  expect(text()).not.toContain('code-1')
  file.remove()
  expect(() => text()).toThrow(/ENOENT/)
})

it('follows no link that lies in its place', () => {
  const other = join(folder, 'other')
  writeFileSync(other, 'mine')
  mkdirSync(join(folder, 'open'))
  symlinkSync(other, join(folder, 'open', 'chainglass.html'))
  symlinkSync(other, join(folder, 'open', 'chainglass.html.new'))
  createLaunchFile(folder, host(), log)
  expect(readFileSync(other, 'utf8')).toBe('mine')
  rmSync(join(folder, 'open'), { recursive: true })
  mkdirSync(join(folder, 'elsewhere'))
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'open'))
  expect(createLaunchFile(folder, host(), log)).toBeUndefined()
  expect(logged.join()).toContain('symbolic link')
})

it('what opens the browser gets no key of ours in its environment', () => {
  const kept = {
    HOME: '/home/x',
    DISPLAY: ':0',
    DBUS_SESSION_BUS_ADDRESS: 'x',
    XDG_RUNTIME_DIR: '/run',
    LANG: 'de',
  }
  const secrets = {
    CHAINGLASS_KEY_ETH: 'k',
    CHAINGLASS_ROOT: '/x',
    npm_config__authToken: 't',
    NODE_OPTIONS: '--inspect',
    GITHUB_TOKEN: 't',
    AWS_SECRET_ACCESS_KEY: 's',
    DB_PASSWORD: 'p',
    SOME_APIKEY: 'k',
  }
  expect(withoutSecrets({ ...kept, ...secrets })).toEqual(kept)
})
