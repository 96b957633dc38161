// Fetches Electron's runtime, in a process of its own, which electron-runtime.mjs starts with the settings of the proxy:
//   fetch-electron.mjs <folder of the package electron> <folder for what is half fetched> <limits as JSON>
// Writes a line with the bytes that are there whenever there are more. An attempt that breaks off is gone on with by the next.
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

const [folder, cache, limitsJson] = process.argv.slice(2)
/** Until the first byte, between two, and for all of it. */
const { firstByteMs, stalledMs, totalMs } = {
  firstByteMs: 9_000,
  stalledMs: 60_000,
  totalMs: 10 * 60_000,
  ...JSON.parse(limitsJson),
}

const ofElectron = createRequire(join(folder, 'package.json'))
const { downloadArtifact } = ofElectron('@electron/get')
const { version } = ofElectron('./package.json')
const usesRemoteChecksums =
  process.env.electron_use_remote_checksums ?? process.env.npm_config_electron_use_remote_checksums

/** Files in `cache` of this attempt. */
const halfFetched = []

// Into the cache of @electron/get, with its checksum checked; the package's own script then unpacks it from there.
await downloadArtifact({
  version,
  artifactName: 'electron',
  platform: process.platform,
  arch: process.arch,
  cacheRoot: process.env.electron_config_cache,
  checksums: usesRemoteChecksums ? undefined : ofElectron('./checksums.json'),
  downloader: { download },
}).catch((error) => {
  // What does not add up is not gone on with.
  if (/checksum/i.test(String(error))) for (const file of halfFetched) rmSync(file, { force: true })
  throw error
})
ofElectron('./install.js')

/** Goes on where an earlier attempt broke off, if the server still has the same file. */
async function download(url, target) {
  const part = join(cache, `${basename(target)}.part`)
  const tagFile = `${part}.etag`
  halfFetched.push(part, tagFile)
  const have = existsSync(part) && existsSync(tagFile) ? statSync(part).size : 0
  const stop = new AbortController()
  const giveUp = (why) => () => stop.abort(new Error(why))
  const total = setTimeout(giveUp('too slow'), totalMs)
  let silence = setTimeout(giveUp('no answer'), firstByteMs)
  try {
    const headers = have > 0 ? { range: `bytes=${have}-`, 'if-range': readFileSync(tagFile, 'utf8') } : {}
    const response = await fetch(url, { headers, signal: stop.signal })
    if (!response.ok) {
      for (const file of have > 0 ? [part, tagFile] : []) rmSync(file, { force: true })
      throw new Error(`Response code ${response.status}`)
    }
    const isContinued = response.status === 206
    rmSync(tagFile, { force: true })
    const tag = response.headers.get('etag')
    let bytes = isContinued ? have : 0
    const end = bytes + Number(response.headers.get('content-length') ?? 0)
    if (tag) writeFileSync(tagFile, tag)
    const file = openSync(part, isContinued ? 'a' : 'w')
    try {
      for await (const chunk of response.body) {
        clearTimeout(silence)
        silence = setTimeout(giveUp('it came no further'), stalledMs)
        // At once, so that what came before the connection broke is there to go on from.
        writeSync(file, chunk)
        bytes += chunk.length
        process.stdout.write(`${bytes}\n`)
      }
      // A connection that ends early is not always an error of fetch.
      if (bytes < end) throw new Error('the connection broke')
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : (error.cause ?? error)
  } finally {
    clearTimeout(total)
    clearTimeout(silence)
  }
  // Not renamed: the target may be on another disk.
  copyFileSync(part, target)
  for (const file of [part, tagFile]) rmSync(file, { force: true })
}
