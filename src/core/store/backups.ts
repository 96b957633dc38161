/**
 * Backups of the store, beside it. They are numbered, because a clock can be set back: the highest number is the
 * newest. A backup is written under another name first, so that one with its final name is complete.
 */
import { closeSync, copyFileSync, fsyncSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  closeToOthers,
  ensurePrivateFile,
  makePrivateFolder,
  openForWritingSync,
} from '#platform/private-files.ts'
import { openDatabase, readPragma, type Database } from '#platform/sqlite/database.ts'
import { toStorageError } from '#platform/sqlite/storage-error.ts'
import { utcDay } from '#shared/utc-days.ts'

export interface Backup {
  readonly number: number
  /** `daily`, or made before a migration. */
  readonly kind: 'daily' | 'migration'
  /** The day on which it was made, `2026-10-07`, by the clock at that time. */
  readonly day: string
  readonly path: string
  readonly bytes: number
}

const DAILY_KEPT = 7
const MIGRATION_KEPT = 3
const FOLDER = 'backups'
const NAME = /^(\d{6})-(daily|migration)-(\d{4}-\d{2}-\d{2})\.sqlite$/

/** Newest first. */
export function listBackups(dataDir: string): Backup[] {
  const folder = join(dataDir, FOLDER)
  return filesIn(folder)
    .flatMap((file): Backup[] => {
      const [, number, kind, day] = NAME.exec(file) ?? []
      if (number === undefined || day === undefined) return []
      const path = join(folder, file)
      // The file was removed meanwhile, or is a dangling link.
      const found = statSync(path, { throwIfNoEntry: false })
      return found
        ? [{ number: Number(number), kind: kind as Backup['kind'], day, path, bytes: found.size }]
        : []
    })
    .sort((a, b) => b.number - a.number)
}

/** Empty if the folder is missing, or is something else. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Throws `storage`, for example on a full disk; then no partial backup remains. */
export function makeBackup(database: Database, dataDir: string, kind: Backup['kind'], now: number): void {
  const folder = join(dataDir, FOLDER)
  const next = (listBackups(dataDir)[0]?.number ?? 0) + 1
  const path = join(folder, `${String(next).padStart(6, '0')}-${kind}-${utcDay(now)}.sqlite`)
  const draft = `${path}.draft`
  try {
    makePrivateFolder(folder)
    rmSync(draft, { force: true })
    // SQLite writes into the empty file and keeps its rights.
    ensurePrivateFile(draft)
    database.run('VACUUM INTO ?', draft)
    sync(draft)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw toStorageError(error)
  }
  prune(dataDir)
}

/** Whether there is no backup of this calendar day; also works if the clock was changed. */
export const isBackupDue = (dataDir: string, now: number) =>
  !listBackups(dataDir).some((backup) => backup.kind === 'daily' && backup.day === utcDay(now))

/** Replaces the store by the newest intact backup. Undefined if there is none. Throws `storage`. */
export function restoreNewest(dataDir: string, storePath: string, newestVersion: number): Backup | undefined {
  for (const backup of listBackups(dataDir)) {
    if (!isIntact(backup.path, newestVersion)) continue
    restore(backup, storePath)
    return backup
  }
  return undefined
}

function restore(backup: Backup, storePath: string) {
  const draft = `${storePath}.restoring`
  try {
    rmSync(draft, { force: true })
    ensurePrivateFile(draft)
    copyFileSync(backup.path, draft)
    closeToOthers(draft)
    sync(draft)
    renameSync(draft, storePath)
  } catch (error) {
    rmSync(draft, { force: true })
    throw toStorageError(error)
  }
}

function isIntact(path: string, newestVersion: number): boolean {
  let copy: Database | undefined
  try {
    copy = openDatabase(path, { readOnly: true })
    const version = readPragma(copy, 'user_version')
    return passesIntegrityCheck(copy) && version > 0 && version <= newestVersion
  } catch {
    return false
  } finally {
    copy?.close()
  }
}

/** SQLite's integrity check of the complete file. */
export const passesIntegrityCheck = (database: Database) =>
  database.get<{ integrity_check: string }>('PRAGMA integrity_check(1)')?.integrity_check === 'ok'

function prune(dataDir: string) {
  const backups = listBackups(dataDir)
  const kept = (kind: Backup['kind'], max: number) =>
    backups.filter((backup) => backup.kind === kind).slice(0, max)
  const keep = new Set([...kept('daily', DAILY_KEPT), ...kept('migration', MIGRATION_KEPT)])
  for (const backup of backups) if (!keep.has(backup)) rmSync(backup.path, { force: true })
}

export function removeBackups(dataDir: string) {
  rmSync(join(dataDir, FOLDER), { recursive: true, force: true })
}

function sync(path: string) {
  const file = openForWritingSync(path, 'existing')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
