import { replaceInvisible } from '#shared/text/hostile-text.ts'

/**
 * Formats a reader's failure as one log line. The error may quote an upstream URL, which may contain a secret from
 * its first path segment on (a node provider's key): of every URL only scheme and host are kept.
 */
export function formatFailure(what: string, error: unknown, secrets: readonly string[]): string {
  const text =
    error instanceof Error
      ? `${error.name}: ${error.message}${callers(error)}`
      : `thrown: ${typeof error === 'string' ? error : typeof error}`
  return `${what} failed: ${oneLine(withoutSecrets(text, secrets)).slice(0, 2000)}`
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .reduce((all, secret) => (secret === '' ? all : all.replaceAll(secret, '…')), text)
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#@]*@)?([^\s/?#"'<>]+)[^\s"'<>]*/gi, '$1$2/…')
    .replace(/\b(api[-_]?key|key|token|secret|authorization)(\s*[=:]\s*)(?:bearer\s+)?[^\s&"',;]+/gi, '$1$2…')
    .replace(/\b(bearer) [^\s&"',;]+/gi, '$1 …')
}

/** The two innermost frames, by file name and line. */
function callers(error: Error): string {
  const frames = (error.stack ?? '').split('\n').flatMap((line) => {
    const found = /\bat (?:(\S+) )?.*?([^/\\(]+\.[cm]?[jt]s:\d+):\d+\)?$/.exec(line)
    return found ? [`${found[1] ?? ''} ${found[2] ?? ''}`.trim()] : []
  })
  return frames.length > 0 ? ` (at ${frames.slice(0, 2).join(', ')})` : ''
}

const oneLine = (text: string) => replaceInvisible(text, ' ')
