/** The file of an export: it has a temporary name beside its place until it is complete, and is then moved there. */
import { existsSync, linkSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { makeFolders, makePrivateFolder } from '#platform/private-files.ts'
import { createStorageError, getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import type { ExportRequest } from '#shared/rpc/contract/export.ts'
import { utcDay } from '#shared/utc-days.ts'

/** The folder inside the data folder. */
export const EXPORT_FOLDER = 'exports'
const OF_MEMORY = join(tmpdir(), 'chainglass-exports-')
const PART = '.part'

export const partOf = (file: string) => `${file}${PART}`

/** A core's own folder of exports, private to the person. `dataDir`: a folder, or ':memory:'. */
export function createExportFolder(dataDir: string) {
  const ofMemory: string[] = []
  return {
    /** Creates the folder if it is missing. Throws `storage`. */
    exportFolder(this: void): string {
      try {
        const isOfMemory = dataDir === ':memory:'
        const folder = isOfMemory ? mkdtempSync(OF_MEMORY) : join(dataDir, EXPORT_FOLDER)
        if (isOfMemory) ofMemory.push(folder)
        else makePrivateFolder(folder)
        return folder
      } catch (error) {
        throw toExportError(error)
      }
    },
    /** Deletes the files of a core in memory. */
    close() {
      for (const folder of ofMemory) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Converts a disk failure; returns any other error unchanged. */
export function toExportError(error: unknown): unknown {
  const kind = getStorageErrorKind(error)
  return kind === undefined ? error : createStorageError(kind, 'export')
}

/** An unused name below `folder`. */
export function chooseFile(
  folder: string,
  { list, params, format, where }: ExportRequest,
  chainId: string | undefined,
  { now, isTaken }: { readonly now: Date; readonly isTaken: (file: string) => boolean },
): string {
  // Partitioned like Hive tables: a program that reads the folder knows the chain and list of each row.
  const parts = format === 'parquet' ? [`chain=${plain(chainId ?? 'unknown')}`, `list=${list}`] : []
  const of = Object.values(params).map((value) => `-${plain(value).slice(0, 10)}`)
  const day = utcDay(now.getTime())
  const name = `chainglass-${list}${of.join('')}-${day}${where.trim() === '' ? '' : '-matches-only'}.${format}`
  return freeName(join(folder, ...parts, name), isTaken)
}

/** Keeps letters and digits of a list's parameters, which may come from anywhere. */
const plain = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 80)

export function freeName(file: string, isTaken: (file: string) => boolean): string {
  const end = extname(file)
  const begin = join(dirname(file), basename(file, end))
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? file : `${begin} (${String(n)})${end}`
    if (!isTaken(free) && !existsSync(free) && !existsSync(partOf(free))) return free
  }
}

/** Creates the folders below the chosen one, which must exist. Throws the disk's error. */
export function makeFolderOf(file: string, { format }: Pick<ExportRequest, 'format'>) {
  const folder = dirname(file)
  statSync(format === 'parquet' ? dirname(dirname(folder)) : folder)
  makeFolders(folder)
}

/** Moves the complete file to its place, or to a free name if the place was taken meanwhile. Returns its path. */
export function putInPlace(file: string): string {
  const part = partOf(file)
  try {
    // Unlike a rename, a link replaces nothing.
    linkSync(part, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') {
      const free = freeName(file.replace(/( \(\d+\))?(\.\w+)$/, '$2'), () => false)
      renameSync(part, partOf(free))
      return putInPlace(free)
    }
    // Some disks do not support links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK'].includes(code) || existsSync(file))
      throw error
    renameSync(part, file)
    return file
  }
  rmSync(part)
  return file
}

export const isThere = (file: string) => existsSync(file)

/** If the file can't be removed, its disk is gone. */
export function removePart(file: string) {
  try {
    rmSync(partOf(file), { force: true })
  } catch {
    // Nothing reads the file.
  }
}
