import { cutText, replaceInvisible } from '#shared/text/hostile-text.ts'

/**
 * Makes a server's text fit to show and to log: removes key-like texts, query strings, control and direction
 * characters, and cuts it at `maxLength` characters. `removeSecrets` has removed known keys before.
 */
export function redact(text: string, maxLength = 300): string {
  const clean = removeKey(text.slice(0, MAX_READ)).replace(/(https?:\/\/[^\s?"'<>]*)\?[^\s"'<>]*/gi, '$1')
  return cutText(replaceInvisible(clean, ' ').trim(), maxLength)
}

/** Only this many characters are read: a text can be megabytes. */
const MAX_READ = 4_000

/** Removes keys, recognized by their form or by the name before them. */
export const removeKey = (text: string): string =>
  text
    .replace(/proapi_[\w-]+/gi, '[key]')
    .replace(/\b(api[_-]?key=)[^\s&"'<>]+/gi, '$1[key]')
    .replace(/\b(bearer\s+)[\w.~+/-]{8,}=*/gi, '$1[key]')
