/** Allows a page to save what it made itself (an export of rows), and refuses any other download. */
import { session, type DownloadItem, type Event } from 'electron'
import { ORIGIN } from './origin.ts'

/** Returns a function that stops refusing. */
export function refuseDownloads(log: (line: string) => void): () => void {
  const { defaultSession } = session
  const onDownload = (event: Event, item: DownloadItem) => {
    if (item.getURL().startsWith(`blob:${ORIGIN}/`)) return
    event.preventDefault()
    log('A download was refused: it was no export of ours.')
  }
  defaultSession.on('will-download', onDownload)
  return () => {
    defaultSession.off('will-download', onDownload)
  }
}
