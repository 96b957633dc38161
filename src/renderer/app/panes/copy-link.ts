/** Copies a link to the shown place. */
import type { Router } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import { copyText } from '#renderer/lib/clipboard.ts'
import { placeLink } from '#renderer/lib/place-link.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useToasts } from '#renderer/stores/toasts.ts'

export async function copyLink({ currentRoute }: Router): Promise<void> {
  const { params, fullPath } = currentRoute.value
  const chainId = typeof params.source === 'string' ? useSources().byId(params.source)?.chainId : undefined
  const isCopied = await copyText(placeLink(fullPath, location, chainId))
  useToasts().show(isCopied ? $gettext('The link is copied.') : $gettext('The link could not be copied.'))
}
