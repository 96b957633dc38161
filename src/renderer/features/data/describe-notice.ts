import { $gettext } from '#shared/text/gettext.ts'
import type { StoreNotice } from '#shared/rpc/contract/data.ts'

/** A notice about the stored data as one or two sentences. */
export function describeNotice(notice: StoreNotice): string {
  if (notice.kind === 'backup_failed') {
    return notice.cause === 'full'
      ? $gettext('No backup was made today: the disk is full.')
      : $gettext('No backup was made today: the backup folder can’t be written to.')
  }
  if (notice.kind === 'disk_full')
    return $gettext(
      'The disk of the data folder is full. What is kept there is shown; changes are not kept until there is room and Chainglass is started again.',
    )
  const what =
    notice.file === 'missing'
      ? $gettext('The file with your data was missing.')
      : $gettext('The file with your data was damaged.')
  const then =
    notice.backupDay === undefined
      ? $gettext('There was no backup, so Chainglass starts empty.')
      : $gettext('The last backup, of %{day}, was restored. Changes made after it are lost.', {
          day: notice.backupDay,
        })
  return `${what} ${then}`
}

/** The folder that a damaged file was moved to. */
export const movedTo = (notice: StoreNotice): string | undefined =>
  'movedTo' in notice ? notice.movedTo : undefined
