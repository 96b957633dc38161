/**
 * Words of a server, made fit to show: no key (it may be echoed), no query string, no control or direction characters,
 * and not longer than a person reads.
 */
export function redact(words: string, key: string | undefined, maxLength = 300): string {
  const clean = withoutKey(words, key)
    .replace(/(https?:\/\/[^\s?"'<>]*)\?[^\s"'<>]*/gi, '$1')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g, ' ')
    .trim()
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1)}…` : clean
}

/** A text without the key, whichever way it was written into it. */
export function withoutKey(words: string, key: string | undefined): string {
  const own = key === undefined || key === '' ? [] : [key, encodeURIComponent(key)]
  return own
    .reduce((text, secret) => text.replaceAll(secret, '[key]'), words)
    .replace(/proapi_[\w-]+/gi, '[key]')
    .replace(/\b(api[_-]?key=)[^\s&"'<>]+/gi, '$1[key]')
    .replace(/\b(bearer\s+)[\w.~+/-]{8,}=*/gi, '$1[key]')
}
