import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSecretUrls } from '../keys/secret-urls.ts'
import { createSessionVault } from '../keys/vault.ts'
import { createKeyValueStore } from '../store/key-value-store.ts'
import { openStore } from '../store/open-store.ts'
import { moveUrlSecrets } from './move-url-secrets.ts'

const SECRET = 'Kx93hQ7vPz21mNc84RtY6wBd'

it('keeps a backup that can’t be opened, without the secret’s bytes, and tries it again at the next start', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-'))
  const store = openStore({ dataDir })
  onTestFinished(() => {
    store.close()
    rmSync(dataDir, { recursive: true })
  })
  store.run(
    `INSERT INTO sources (id, kind, name, coin_symbol, coin_decimals, base_url, auth)
     VALUES ('own-node', 'instance', 'Mine', 'ETH', 18, ?, 'x-api-key')`,
    `https://mine.example/${SECRET}`,
  )
  const backup = join(dataDir, 'backups', '000001-daily-2026-01-01.sqlite')
  mkdirSync(join(dataDir, 'backups'), { recursive: true })
  writeFileSync(backup, `half a backup, with labels and https://mine.example/${SECRET} in it`)

  const vault = createSessionVault()
  await moveUrlSecrets(store, createSecretUrls(vault), vault)
  expect(readFileSync(backup, 'utf8')).toBe(
    `half a backup, with labels and https://mine.example/${'*'.repeat(SECRET.length)} in it`,
  )
  expect(createKeyValueStore(store).read('urlSecretsMoved')).toBeUndefined()
})
