import { $gettext } from '#shared/text/gettext.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'

/** By whose layout storage is read. `of`: as in `StorageReport`. */
export function describeLayout(of: string | null): string {
  if (of === null) return $gettext('No layout is used: these are words.')
  if (of === 'given') return $gettext('By the layout that you gave.')
  return $gettext('By the layout of the verified source of %{contract}.', { contract: shortenAddress(of) })
}
