/**
 * Signs the feeds of updates in a folder: `node build/sign-feed.ts packages`, with the private key (PEM, Ed25519) in
 * CHAINGLASS_UPDATE_PRIVATE_KEY. Without a key there must be no feed: no app would take an update from it.
 */
import { createPrivateKey, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { signedText } from '../src/main/system/update-signature.ts'

export function signFeeds(folder: string, privateKey: string | undefined): string[] {
  const names = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name))
  for (const name of names) {
    if (!privateKey) throw new Error(`There is a feed (${name}), and no key to sign it with.`)
    const path = join(folder, name)
    const feed = readFileSync(path, 'utf8').replace(/^signature: .*\n/m, '')
    const content = signedText(parseUpdateInfo(feed, name, pathToFileURL(path)))
    if (content === undefined) throw new Error(`${name} is no feed that can be signed.`)
    const signature = sign(null, Buffer.from(content), createPrivateKey(privateKey)).toString('base64')
    writeFileSync(path, `${feed.trimEnd()}\nsignature: ${signature}\n`)
  }
  return names
}

const [, script, folder] = process.argv
if (script === import.meta.filename && folder !== undefined) {
  const names = signFeeds(folder, process.env.CHAINGLASS_UPDATE_PRIVATE_KEY)
  process.stdout.write(`Signed: ${names.join(', ') || 'no feed'}\n`)
}
