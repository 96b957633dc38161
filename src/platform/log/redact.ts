import { cutText, replaceInvisible } from '#shared/text/hostile-text.ts'

/**
 * A text of a server, made fit to show and to log: without what looks like a key, without query strings, control and
 * direction characters, and cut at `maxLength` characters. The keys that are known are out of it already: see
 * `removeSecrets`.
 */
export function redact(text: string, maxLength = 300): string {
  const clean = removeKey(text.slice(0, MAX_READ)).replace(/(https?:\/\/[^\s?"'<>]*)\?[^\s"'<>]*/gi, '$1')
  return cutText(replaceInvisible(clean, ' ').trim(), maxLength)
}

/** A text can be megabytes. */
const MAX_READ = 4_000

/** A text without what is a key by its looks or by the name before it. */
export const removeKey = (text: string): string =>
  text
    .replace(/proapi_[\w-]+/gi, '[key]')
    .replace(/\b(api[_-]?key=)[^\s&"'<>]+/gi, '$1[key]')
    .replace(/\b(bearer\s+)[\w.~+/-]{8,}=*/gi, '$1[key]')
