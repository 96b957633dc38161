/** Opens a copy of another Chainglass's data folder: the original is only read. */
import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { readVersionInFile } from '../store/file-header.ts'
import { LATEST } from '../store/migrations.ts'
import { openStore, STORE_FILE, type Store } from '../store/open-store.ts'
import { openDatabase } from '#platform/sqlite/database.ts'
import { toStorageError, createStorageError, getStorageErrorKind } from '#platform/sqlite/storage-error.ts'

const MAX_BYTES = 2 * 1024 * 1024 * 1024

/**
 * Returns the copy, migrated to the present schema, and a function that removes it. Throws `invalid_input` for a
 * folder that is no data folder or is our own, `storage` for one that is in use, damaged, newer, or unreadable.
 */
export function copyFolder(
  folder: string,
  own: string,
): { readonly store: Store; readonly close: () => void } {
  checkFolder(folder, own)
  const path = join(folder, STORE_FILE)
  const version = readVersionInFile(path)
  if (version === undefined) throw createStorageError('damaged')
  if (version > LATEST) throw createStorageError('newer')
  if (version === 0) throw refuse('foreign_database')

  const copy = mkdtempSync(join(tmpdir(), 'chainglass-folder-'))
  let store: Store | undefined
  const close = () => {
    store?.close()
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    whileNobodyUses(folder, () => {
      for (const end of ['', '-wal'])
        if (existsSync(path + end)) copyFileSync(path + end, join(copy, STORE_FILE + end))
    })
    store = openStore({ dataDir: copy })
    // Opening a damaged store sets it aside, and the copy has no backups.
    if (store.notices.length > 0) throw createStorageError('damaged')
    return { store, close }
  } catch (error) {
    close()
    throw toStorageError(error)
  }
}

function checkFolder(folder: string, own: string) {
  // Opening a network share would send it this person's name and password.
  if (!isAbsolute(folder) || /^[\\/]{2}/.test(folder)) throw refuse('folder_not_local')
  try {
    if (!statSync(folder).isDirectory()) throw refuse('folder_is_file')
    if (own !== ':memory:' && realpathSync(folder) === realpathSync(own)) throw refuse('folder_in_use_here')
    if (!statSync(join(folder, STORE_FILE)).isFile()) throw refuse('folder_without_data')
    if (statSync(join(folder, STORE_FILE)).size > MAX_BYTES) throw refuse('folder_too_large')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw refuse(existsSync(folder) ? 'folder_without_data' : 'folder_missing')
    throw toStorageError(error)
  }
}

/**
 * A process that uses a folder holds its lock file; holding that file here keeps another process from starting
 * meanwhile.
 */
function whileNobodyUses(folder: string, work: () => void) {
  const path = join(folder, 'chainglass.lock')
  if (!existsSync(path)) {
    work()
    return
  }
  const lock = openDatabase(path, { readOnly: true })
  try {
    lock.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    work()
  } catch (error) {
    if (getStorageErrorKind(error) === 'in_use') throw createStorageError('in_use', 'other_folder')
    throw error
  } finally {
    lock.close()
  }
}

const refuse = (reason: InputReason) =>
  new ChainglassFailure({ code: 'invalid_input', field: 'folder', reason })
