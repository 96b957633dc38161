/** The forms in which a secret can occur in a text: plain, in a URL, in JSON, in base64 and in hex. */

/** A shorter text occurs by chance, and removing it would damage other text. */
const MIN_LENGTH = 6

/** Empty for a secret that is too short to be distinguished from other text. */
export const secretForms = (secret: string): readonly string[] =>
  secret.length < MIN_LENGTH ? [] : formsOf(secret)

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const encoded = encodeURIComponent(secret)
  const hex = bytes.toString('hex')
  const json = JSON.stringify(secret).slice(1, -1)
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset))
  return [
    ...new Set([
      secret,
      encoded,
      encoded.replace(/%../g, (code) => code.toLowerCase()),
      json,
      json.replaceAll('/', '\\/'),
      ...base64,
      ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
      ...base64.map((text) => text.replaceAll('/', '\\/')),
      hex,
      hex.toUpperCase(),
    ]),
  ].filter((form) => form.length >= MIN_LENGTH)
}

/** The base64 characters that depend only on these bytes, if they begin at `offset` modulo 3. */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
}
