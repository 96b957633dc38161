/** Where the file of an export is: beside its place under another name until it is whole, then in it. */
import { existsSync, linkSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { makeFolders, makePrivateFolder } from '#platform/private-files.ts'
import type { ExportRequest } from '#shared/rpc/contract/export.ts'

/** In the data folder. */
export const EXPORT_FOLDER = 'exports'
const PART = '.part'

export const partOf = (file: string) => `${file}${PART}`

/** Made where it is missing. Files in it are the person's own, and are not shown to others. */
export function exportFolderIn(dataDir: string): string {
  if (dataDir === ':memory:') return mkdtempSync(join(tmpdir(), 'chainglass-exports-'))
  const folder = join(dataDir, EXPORT_FOLDER)
  makePrivateFolder(folder)
  return folder
}

/** A name below `folder` that nothing has yet. */
export function chooseFile(
  folder: string,
  { list, params, format, where }: ExportRequest,
  chainId: string | undefined,
  { now, isTaken }: { readonly now: Date; readonly isTaken: (file: string) => boolean },
): string {
  // As Hive parts tables: a program that reads the folder knows chain and list of each row.
  const parts = format === 'parquet' ? [`chain=${plain(chainId ?? 'unknown')}`, `list=${list}`] : []
  const of = Object.values(params).map((value) => `-${plain(value).slice(0, 10)}`)
  const day = now.toISOString().slice(0, 10)
  const name = `chainglass-${list}${of.join('')}-${day}${where.trim() === '' ? '' : '-matches-only'}.${format}`
  return freeName(join(folder, ...parts, name), isTaken)
}

/** Letters and digits of what names a list: it may come from anywhere. */
const plain = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 80)

export function freeName(file: string, isTaken: (file: string) => boolean): string {
  const end = extname(file)
  const begin = join(dirname(file), basename(file, end))
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? file : `${begin} (${String(n)})${end}`
    if (!isTaken(free) && !existsSync(free) && !existsSync(partOf(free))) return free
  }
}

/** Makes the folders below the one that was chosen, which has to be there. Throws what the disk says. */
export function makeFolderOf(file: string, { format }: Pick<ExportRequest, 'format'>) {
  const folder = dirname(file)
  statSync(format === 'parquet' ? dirname(dirname(folder)) : folder)
  makeFolders(folder)
}

/** Puts the whole file into its place, or beside what has been put there meanwhile. Returns where it is. */
export function putInPlace(file: string): string {
  const part = partOf(file)
  try {
    // Unlike a rename, it replaces nothing.
    linkSync(part, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') {
      const free = freeName(file.replace(/( \(\d+\))?(\.\w+)$/, '$2'), () => false)
      renameSync(part, partOf(free))
      return putInPlace(free)
    }
    // Disks that know no links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK'].includes(code) || existsSync(file))
      throw error
    renameSync(part, file)
    return file
  }
  rmSync(part)
  return file
}

export const isThere = (file: string) => existsSync(file)

/** What can't be removed is on a disk that is gone. */
export function removePart(file: string) {
  try {
    rmSync(partOf(file), { force: true })
  } catch {
    // Nothing reads it.
  }
}
