// What keeps Electron from running on a Linux system, known before it is started: it would end without a word.
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What is looked at; tests give another system. */
const thisSystem = () => ({
  uid: process.getuid?.(),
  isMusl: !process.report.getReport().header.glibcVersionRuntime,
  read: (path) => readFileSync(path, 'utf8').trim(),
  stat: (path) => statSync(path),
})

/**
 * A sentence for a person, with what mends it, or undefined. `path` is Electron's executable, `args` are those of the app.
 * Chromium's sandbox needs user namespaces, or a helper that belongs to root.
 */
export function findElectronProblem(path, args, { uid, isMusl, read, stat } = thisSystem()) {
  if (isMusl) return 'Electron needs glibc, and this system has musl.'
  if (args.includes('--no-sandbox')) return undefined
  if (uid === 0) return 'Electron does not run as root.'
  const helper = join(dirname(path), 'chrome-sandbox')
  if (isRootsOwn(helper, stat)) return undefined
  const value = (file) => {
    try {
      return read(file)
    } catch {
      return undefined
    }
  }
  const isRestricted =
    value('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    value('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    value('/proc/sys/user/max_user_namespaces') === '0'
  if (!isRestricted) return undefined
  return `this system restricts the user namespaces that Electron's sandbox needs. Once, to let it: sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"`
}

function isRootsOwn(path, stat) {
  try {
    const { uid, mode } = stat(path)
    return uid === 0 && (mode & 0o7777) === 0o4755
  } catch {
    return false
  }
}
