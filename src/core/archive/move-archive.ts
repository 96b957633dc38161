/** Moves the archive's file to another folder, usually on another disk. */
import { existsSync, realpathSync, statSync } from 'node:fs'
import { copyFile, link, rename, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { ChainglassFailure, invalidInput } from '#shared/errors/failure.ts'
import { openForWriting } from '#platform/private-files.ts'
import { createStorageError, getStorageErrorKind } from '#platform/sqlite/storage-error.ts'

interface Move {
  readonly from: string
  readonly isMoving: boolean
  readonly isInMemory: boolean
  /** Whether the target is the original place. */
  readonly isOwn: boolean
  readonly file: string
}

/** Throws `invalid_input` for a folder to which it can't be moved. */
export function checkFolder(folder: string, { from, isMoving, isInMemory, isOwn, file }: Move): void {
  if (isMoving || isInMemory) throw refuse('archive_stays')
  // Opening a network share would send it this person's name and password.
  if (!isAbsolute(folder) || /^[\\/]{2}/.test(folder)) throw refuse('folder_not_local')
  try {
    if (!statSync(folder).isDirectory()) throw refuse('folder_is_file')
  } catch (error) {
    if (error instanceof ChainglassFailure) throw error
    throw refuse('folder_missing')
  }
  if (existsSync(from) && realpathSync(folder) === realpathSync(from)) throw refuse('archive_is_there')
  if (!isOwn && existsSync(join(folder, file))) throw refuse('folder_has_archive')
}

/**
 * Copies a closed file without a log beside it; both parameters are file paths. The file has its final name only when
 * it is complete. Rejects with `storage`; then nothing remains.
 */
export async function copyArchive(source: string, target: string): Promise<void> {
  try {
    // On the same disk a link is instant.
    await link(source, target)
    return
  } catch {
    // On another disk it must be copied.
  }
  const part = `${target}.part`
  try {
    await rm(part, { force: true })
    await copyFile(source, part)
    const file = await openForWriting(part, 'existing')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw createStorageError(getStorageErrorKind(error) ?? 'unreachable', 'archive')
  }
}

const refuse = (reason: InputReason) => invalidInput('folder', reason)
