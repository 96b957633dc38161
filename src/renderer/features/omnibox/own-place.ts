import type { Router } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import { parseTargets, targetTitle } from '#shared/targets/parse-target.ts'
import type { Target } from '#shared/targets/target.ts'
import { placeOfLink, type Here } from '#renderer/lib/place-link.ts'
import type { PaletteItem } from '../palette-provider.ts'

/** The place of a link to this app; undefined for any other text. */
export function ownPlace(
  text: string,
  {
    router,
    here,
    sourceName,
  }: {
    readonly router: Pick<Router, 'resolve'>
    readonly here: Here
    readonly sourceName: (id: string) => string | undefined
  },
): PaletteItem | undefined {
  const path = placeOfLink(text, here)
  if (path === undefined) return undefined
  const route = router.resolve(path)
  if (route.name === 'unknown' || route.name == null) return undefined
  const { source: id } = route.params
  const source = typeof id === 'string' ? id : undefined
  const name = source === undefined ? undefined : sourceName(source)
  const [target] = parseTargets(`https://place.example${path}`).targets
  return {
    id: 'own-place',
    label: target ? targetTitle(target) : $gettext('Open %{path}', { path: route.path }),
    detail: name === undefined ? source : $gettext('on %{name}', { name }),
    icon: iconOf(target),
    action: { kind: 'go', to: path, ...(name === undefined ? {} : { source }) },
  }
}

function iconOf(target: Target | undefined): PaletteItem['icon'] {
  if (target?.kind === 'address') return { kind: 'address', address: target.address }
  if (target?.kind === 'nft') return { kind: 'token' }
  return { kind: target?.kind ?? 'command' }
}
