import type { StoreNotice } from '#shared/rpc/contract/data.ts'

/** What happened to the stored data, in one or two sentences. */
export function describeNotice(notice: StoreNotice): string {
  if (notice.kind === 'backup_failed') {
    const cause = notice.cause === 'full' ? 'the disk is full' : 'the backup folder can’t be written to'
    return `No backup was made today: ${cause}.`
  }
  const what =
    notice.file === 'missing'
      ? 'The file with your data was missing.'
      : 'The file with your data was damaged.'
  const then =
    notice.backupDay === undefined
      ? 'There was no backup, so Chainglass starts empty.'
      : `The last backup, of ${notice.backupDay}, was restored. Changes made after it are lost.`
  return `${what} ${then}`
}

/** The folder that a damaged file was moved to. */
export const movedTo = (notice: StoreNotice): string | undefined =>
  notice.kind === 'backup_failed' ? undefined : notice.movedTo
