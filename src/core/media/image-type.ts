/** Detects image types by their first bytes; the server's type does not count. SVG is excluded: it is a document. */
const SIGNATURES: readonly (readonly [type: string, test: (bytes: Uint8Array) => boolean])[] = [
  ['image/png', (b) => starts(b, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', (b) => starts(b, [0xff, 0xd8, 0xff])],
  ['image/gif', (b) => ascii(b, 0, 'GIF8')],
  ['image/webp', (b) => ascii(b, 0, 'RIFF') && ascii(b, 8, 'WEBP')],
  ['image/avif', (b) => ascii(b, 4, 'ftypavif') || ascii(b, 4, 'ftypavis')],
]

/** The MIME type; undefined if the bytes are not one of the five supported formats. */
export const detectImageType = (bytes: Uint8Array): string | undefined =>
  SIGNATURES.find(([, test]) => test(bytes))?.[0]

const starts = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)

const ascii = (bytes: Uint8Array, offset: number, text: string) =>
  starts(bytes.subarray(offset), [...Buffer.from(text, 'latin1')])
