/**
 * Words of a server, made fit to show: no key (it may be echoed), no query string, no control or direction characters,
 * and not longer than a person reads.
 */
export function redact(words: string, key: string | undefined, maxLength = 300): string {
  const clean = removeKey(beginOf(words, key), key)
    .replace(/(https?:\/\/[^\s?"'<>]*)\?[^\s"'<>]*/gi, '$1')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g, ' ')
    .trim()
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1)}…` : clean
}

/** Words can be megabytes. Where they are cut, so much more is left away that no part of a key stays at the end. */
const beginOf = (words: string, key: string | undefined) =>
  words.length <= LOOKED_AT ? words : words.slice(0, LOOKED_AT - 3 * Math.min(key?.length ?? 0, 500) - 100)
const LOOKED_AT = 4_000

/** A text without the key, whichever way it was written into it. */
export function removeKey(words: string, key: string | undefined): string {
  const own = key === undefined || key === '' ? [] : [key, encodeURIComponent(key)]
  return own
    .reduce((text, secret) => text.replaceAll(secret, '[key]'), words)
    .replace(/proapi_[\w-]+/gi, '[key]')
    .replace(/\b(api[_-]?key=)[^\s&"'<>]+/gi, '$1[key]')
    .replace(/\b(bearer\s+)[\w.~+/-]{8,}=*/gi, '$1[key]')
}
