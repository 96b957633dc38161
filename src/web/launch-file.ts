/**
 * A page of the person's own, opened in the browser as a file, that goes on to the app: so the code of the link is in no
 * command line, which every user of the machine can read. Only the owner can read the file.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { CODE_PARAMETER } from '#shared/launch-proof.ts'
import { makePrivateFolder, writePrivateFile } from '#platform/private-files.ts'
import { type LoopbackHost, PROBE_PATH } from './loopback-host.ts'

export interface LaunchFile {
  readonly path: string
  /** A link was opened: where it was that of the file, the file gets another. */
  replaceUsed(this: void, code: string): void
  remove(this: void): void
}

/** After a write that failed, on a full disk perhaps. */
const RETRY_MS = 10_000

/** Undefined where it can't be written, with a line of the log. */
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

  /** The code in the file is used: a page that opens nothing is worse than none. */
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
 * Chromium and Firefox take every name below `localhost` for this machine by themselves; others may ask a name server,
 * and who answers there must not be sent the code. The image shows that the name leads to the host.
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
