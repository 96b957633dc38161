/**
 * An HTML file that redirects the browser to the app, so that the link's code is in no command line, which every user
 * of the machine can read. Only the owner can read the file.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { CODE_PARAMETER } from '#shared/launch-proof.ts'
import { makePrivateFolder, writePrivateFile } from '#platform/private-files.ts'
import { type LoopbackHost, PROBE_PATH } from './loopback-host.ts'

export interface LaunchFile {
  readonly path: string
  /** Replaces the file's code if the opened link used it. */
  replaceUsed(this: void, code: string): void
  remove(this: void): void
}

/** The delay after a failed write, for example on a full disk. */
const RETRY_MS = 10_000

/** Returns undefined, and logs a line, if the file can't be written. */
export function createLaunchFile(
  dataDir: string,
  { origins, createCode }: Pick<LoopbackHost, 'origins' | 'createCode'>,
  log: (line: string) => void,
): LaunchFile | undefined {
  const folder = join(dataDir, 'open')
  const path = join(folder, 'chainglass.html')
  let current = createCode()
  let retryTimer: NodeJS.Timeout | undefined

  function write(): boolean {
    try {
      makePrivateFolder(folder)
      writePrivateFile(path, launchPage(current, origins))
      return true
    } catch (error) {
      if (retryTimer === undefined)
        log(`The page that opens Chainglass could not be written: ${(error as Error).message}`)
      return false
    }
  }

  /**
   * The file's code is used up. The file is removed if it can't be replaced: a page that opens nothing is worse than
   * none.
   */
  function replace() {
    if (write()) return
    rmSync(path, { force: true })
    retryTimer = setTimeout(replace, RETRY_MS).unref()
  }

  if (!write()) return undefined
  return {
    path,
    replaceUsed(code) {
      if (code !== current) return
      current = createCode()
      retryTimer = undefined
      replace()
    },
    remove() {
      clearTimeout(retryTimer)
      rmSync(path, { force: true })
    },
  }
}

/**
 * Chromium and Firefox resolve every name below `localhost` to this machine. Other browsers may ask a name server,
 * and the code must not be sent to the address that it returns. The image shows whether the name leads to the host.
 */
const launchPage = (code: string, { named, plain }: { named: string; plain: string }) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Chainglass</title>
<p>Opening Chainglass…
<script>
const go = (origin) => location.replace(origin + '/#${CODE_PARAMETER}=${code}')
if (/Chrom(e|ium)|Firefox/.test(navigator.userAgent)) {
  const probe = new Image()
  probe.onload = () => go('${named}')
  probe.onerror = () => go('${plain}')
  probe.src = '${named}${PROBE_PATH}'
} else go('${plain}')
</script>
</html>
`
