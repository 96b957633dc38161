/**
 * Verifies the signature of an update feed: Ed25519, by the project's key, over all fields that decide what is
 * installed. The signature is in the feed, so the verified object is the one that the download uses.
 */
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1))
const feed = z.object({
  version: text,
  releaseDate: text,
  files: z.array(z.object({ url: text, sha512: text, size: z.number() })).check(z.minLength(1)),
  // Files of a kind that we do not build, and that the signature does not cover.
  packages: z.optional(z.undefined()),
})
const signed = z.object({ signature: text })

/** The signed text; undefined if the object is no feed of ours. */
export function signedText(info: unknown): string | undefined {
  const read = feed.safeParse(info)
  if (!read.success) return undefined
  const { version, releaseDate, files } = read.data
  return JSON.stringify([
    'chainglass update',
    version,
    releaseDate,
    files.map(({ url, sha512, size }) => [url, sha512, size]),
  ])
}

/** `publicKey`: base64 of its SPKI form. */
export function isSigned(info: unknown, publicKey: string): boolean {
  const content = signedText(info)
  const read = signed.safeParse(info)
  if (content === undefined || !read.success) return false
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') return false
  return verify(null, Buffer.from(content), key, Buffer.from(read.data.signature, 'base64'))
}

/** The public key in the app's manifest; undefined in a build that does not update itself. */
export function readUpdateKey(appPath: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8'))
    return z.parse(z.object({ updateKey: z.optional(text) }), manifest).updateKey
  } catch {
    return undefined
  }
}
