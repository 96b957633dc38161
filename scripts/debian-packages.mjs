// Installs packages of Debian for the tests, where that can be done: as root, on a system that has apt-get.
import { existsSync } from 'node:fs'
import { run } from './setup.mjs'

export const canInstallPackages = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Whether they can be read: not without a network, nor by an apt-get that knows no `--error-on`. */
export const readPackageLists = () =>
  run('apt-get', ['update', '-qq', '--error-on=any']).then(
    () => true,
    () => false,
  )

/** Rejects where one of them can't be had. */
export async function installPackages(...names) {
  await run('apt-get', ['update', '-qq'])
  await run('apt-get', ['install', '-y', '-qq', ...names], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
}
