import type { RouteLocationRaw, Router } from 'vue-router'
import type { RouteLink } from '#renderer/lib/route-link.ts'

/** Stands for a parameter in a path. URL encoding does not change it. */
const MARK = '-parameter-'

/**
 * Makes links of one route. The router resolves it once, with placeholders for its `count` parameters: resolving takes
 * some microseconds, and a page has a hundred links.
 */
export function createLinkMaker(
  router: Pick<Router, 'resolve'>,
  route: (...params: string[]) => RouteLocationRaw,
  count: number,
): (...params: string[]) => RouteLink {
  const { href, fullPath } = router.resolve(route(...Array.from({ length: count }, () => MARK)))
  const hrefParts = href.split(MARK)
  const pathParts = fullPath.split(MARK)
  return (...params) => ({ href: fill(hrefParts, params), to: fill(pathParts, params) })
}

const fill = (parts: readonly string[], params: readonly string[]) =>
  parts.map((part, at) => (at === 0 ? '' : encodeURIComponent(params[at - 1] ?? '')) + part).join('')
