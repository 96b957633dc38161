import { cutText, replaceInvisible } from '#shared/text/hostile-text.ts'

/**
 * A text of a server, made fit to show and to log: without the key (it may be repeated in it), without query strings,
 * control and direction characters, and cut at `maxLength` characters.
 */
export function redact(text: string, key: string | undefined, maxLength = 300): string {
  const clean = removeKey(cut(text, key), key).replace(/(https?:\/\/[^\s?"'<>]*)\?[^\s"'<>]*/gi, '$1')
  return cutText(replaceInvisible(clean, ' ').trim(), maxLength)
}

/** A text can be megabytes. It is cut so early that no part of a key stays at the end. */
const cut = (text: string, key: string | undefined) =>
  text.length <= MAX_READ ? text : text.slice(0, MAX_READ - 3 * Math.min(key?.length ?? 0, 500) - 100)
const MAX_READ = 4_000

/** A text without the key, whichever way it was written into it. */
export function removeKey(text: string, key: string | undefined): string {
  const own = key === undefined || key === '' ? [] : [key, encodeURIComponent(key)]
  return own
    .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text)
    .replace(/proapi_[\w-]+/gi, '[key]')
    .replace(/\b(api[_-]?key=)[^\s&"'<>]+/gi, '$1[key]')
    .replace(/\b(bearer\s+)[\w.~+/-]{8,}=*/gi, '$1[key]')
}
