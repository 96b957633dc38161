/**
 * Moves secrets in the URLs of sources, which earlier versions stored, to the vault, once. They are removed from the
 * store, its backups, damaged files that were kept, and the ids that were made from such URLs.
 */
import { closeSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { splitSecretUrl } from '#platform/http/secret-url.ts'
import { openForWritingSync } from '#platform/private-files.ts'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import { getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import type { Vault } from '../keys/vault.ts'
import type { SecretUrls } from '../keys/secret-urls.ts'
import { listBackups } from '../store/backups.ts'
import { createKeyValueStore } from '../store/key-value-store.ts'
import { migrate } from '../store/migrate.ts'
import { MIGRATIONS } from '../store/migrations.ts'
import { DAMAGED_FOLDER, type Store } from '../store/open-store.ts'
import { findFreeId } from './source-rows.ts'

interface MovedUrl {
  readonly oldId: string
  readonly id: string
  readonly url: string
}

const DONE = 'urlSecretsMoved'

export async function moveUrlSecrets(store: Store, secretUrls: SecretUrls, vault: Vault): Promise<void> {
  const notes = createKeyValueStore(store)
  if (notes.read(DONE) === true) return
  const moved = removeFromStore(store)
  for (const one of moved) {
    // With a locked keyring, the URL is known until the program ends. It is never written to the disk again.
    await secretUrls.keep(one.id, one.url).catch(() => undefined)
    await moveKey(vault, one).catch(() => undefined)
  }
  if (store.dataDir === ':memory:') return
  const unread = listBackups(store.dataDir).filter(({ path }) => !removeFromBackup(path, moved))
  const files = [...filesBelow(join(store.dataDir, DAMAGED_FOLDER)), ...unread.map(({ path }) => path)]
  const secrets = secretsOf(moved)
  for (const path of files) overwrite(path, secrets)
  // A failed step, for example on a full disk, is repeated at the next start: the record is kept until then.
  if (unread.length > 0) return
  try {
    notes.write(DONE, true)
  } catch (error) {
    if (getStorageErrorKind(error) !== 'full') throw error
  }
}

function removeFromStore(database: Database): MovedUrl[] {
  const moved = database.transaction(() => {
    const rows = database.all<{ id: string; url: string; kind: 'base_url' | 'rpc_url' }>(`
      SELECT id, base_url AS url, 'base_url' AS kind FROM sources WHERE base_url <> '' AND account IS NULL
      UNION ALL SELECT id, rpc_url, 'rpc_url' FROM sources WHERE rpc_url IS NOT NULL`)
    const found = rows.flatMap(({ id: oldId, url, kind }): MovedUrl[] => {
      const { publicUrl, secrets } = splitSecretUrl(url)
      if (secrets.length === 0) return []
      const id = findFreeId(database, publicUrl)
      database.run(`UPDATE sources SET ${kind} = ?, secret_url = 1 WHERE id = ?`, publicUrl, oldId)
      renameSource(database, oldId, id)
      return [{ oldId, id, url }]
    })
    return [...found, ...removeFromAccounts(database)]
  })
  if (moved.length > 0) {
    // Old content of rows stays readable in free pages and in the log until these two statements.
    database.exec('VACUUM')
    database.get('PRAGMA wal_checkpoint(TRUNCATE)')
  }
  return moved
}

/** An account has a key, so it needs no secret in its URL: the secret is dropped. */
function removeFromAccounts(database: Database): MovedUrl[] {
  return database
    .all<{ id: string; url: string }>('SELECT id, base_url AS url FROM accounts')
    .flatMap((row) => {
      const { publicUrl, secrets } = splitSecretUrl(row.url)
      if (secrets.length === 0) return []
      const changed = database.run(
        'UPDATE OR IGNORE accounts SET base_url = ? WHERE id = ?',
        publicUrl,
        row.id,
      )
      if (changed === 0) database.run('DELETE FROM accounts WHERE id = ?', row.id)
      return [{ oldId: row.id, id: row.id, url: row.url }]
    })
}

function renameSource(database: Database, oldId: string, id: string) {
  database.run('UPDATE sources SET id = ? WHERE id = ?', id, oldId)
  for (const table of ['recent_items', 'address_sources', 'polls'])
    database.run(`UPDATE ${table} SET source = ? WHERE source = ?`, id, oldId)
  database.run('UPDATE recent_items SET path = replace(path, ?, ?)', `/${oldId}/`, `/${id}/`)
  for (const table of ['settings', 'key_values'])
    database.run(
      `UPDATE ${table} SET value = replace(value, ?, ?)`,
      JSON.stringify(oldId),
      JSON.stringify(id),
    )
}

/** An API key is stored under the source's id and origin. */
async function moveKey(vault: Vault, { oldId, id, url }: MovedUrl) {
  if (id === oldId) return
  const { origin } = new URL(url)
  const key = await vault.get(`${oldId} ${origin}`)
  if (key === undefined) return
  await vault.set(`${id} ${origin}`, key)
  await vault.remove(`${oldId} ${origin}`)
}

/** Returns whether the file now contains no secret. */
function removeFromBackup(path: string, moved: MovedUrl[]): boolean {
  let backup: Database | undefined
  try {
    backup = openDatabase(path)
    if (!holdsSecret(backup)) return true
    migrate(backup, MIGRATIONS)
    moved.push(...removeFromStore(backup))
    return true
  } catch {
    return false
  } finally {
    backup?.close()
  }
}

const holdsSecret = (database: Database) =>
  database
    .all<Readonly<Record<string, unknown>>>('SELECT * FROM sources')
    .concat(database.all('SELECT base_url FROM accounts'))
    .some((row) =>
      [row.base_url, row.rpc_url].some(
        (url) => typeof url === 'string' && splitSecretUrl(url).secrets.length > 0,
      ),
    )

/** Ids first: they can contain parts of secrets. */
const secretsOf = (moved: readonly MovedUrl[]) => [
  ...moved.filter(({ oldId, id }) => oldId !== id).map(({ oldId }) => oldId),
  ...moved.flatMap(({ url }) => splitSecretUrl(url).secrets),
]

/**
 * Overwrites the bytes of each secret in place, in a file that can't be opened as a database: the file does not grow,
 * and needs no room.
 */
function overwrite(path: string, secrets: readonly string[]) {
  const content = readFileSync(path)
  const file = openForWritingSync(path, 'existing')
  try {
    for (const secret of secrets) {
      const stars = Buffer.alloc(Buffer.byteLength(secret), '*')
      for (let at = content.indexOf(secret); at !== -1; at = content.indexOf(secret, at + stars.length))
        writeSync(file, stars, 0, stars.length, at)
    }
  } finally {
    closeSync(file)
  }
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}
