// Runs the app in Electron, and notices an Electron that does not come to open it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PERSONS_FOLDER, ROOT, run } from './setup.mjs'

/** A window has been opened by then, also on a slow disk. */
const START_LIMIT_MS = Number(process.env.CHAINGLASS_ELECTRON_START_MS ?? 60_000)
const POLL_INTERVAL_MS = 250

/**
 * Resolves when the app has ended: undefined, or in words why it was never opened. Rejects as `run` where an app that was
 * opened ends with an error.
 */
export async function runElectron(path, args) {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-start-'))
  // The app makes this file when its window is there (src/main/run-app.ts).
  const startedFile = process.env.CHAINGLASS_STARTED_FILE ?? join(folder, 'started')
  const limit = new AbortController()
  const deadline = Date.now() + START_LIMIT_MS
  const timer = setInterval(() => {
    if (existsSync(startedFile)) clearInterval(timer)
    else if (Date.now() > deadline) limit.abort()
  }, POLL_INTERVAL_MS)
  let stderr = ''
  try {
    await run(path, [ROOT, ...foldOptions(args)], {
      cwd: PERSONS_FOLDER,
      signal: limit.signal,
      killSignal: 'SIGKILL',
      onErrorOutput: (text) => (stderr = (stderr + text).slice(-4_000)),
      // Inherited from an editor's terminal, it would make Electron a plain Node.
      env: { ELECTRON_RUN_AS_NODE: undefined, CHAINGLASS_STARTED_FILE: startedFile },
    })
    return undefined
  } catch (error) {
    if (existsSync(startedFile)) throw error
    if (limit.signal.aborted) return `Electron opened no window in ${START_LIMIT_MS / 1_000} seconds.`
    const lastLine = stderr.trim().split('\n').at(-1)?.trim() || error.message
    return `Electron ended before it opened a window: ${lastLine}`
  } finally {
    clearInterval(timer)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `--source URL` as `--source=URL`: on Windows Electron refuses a URL that another argument follows. */
function foldOptions(args) {
  return args.flatMap((arg, index) =>
    args[index - 1] === '--source' ? [] : arg === '--source' ? [`--source=${args[index + 1] ?? ''}`] : [arg],
  )
}
