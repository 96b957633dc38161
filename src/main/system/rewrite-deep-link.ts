import { parseTargets } from '#shared/targets/parse-target.ts'
import type { Target } from '#shared/targets/target.ts'

export const LINK_SCHEME = 'chainglass'
const MAX_LENGTH = 2_000

/** The one target of a link, as a new link; undefined for any other text. */
export function rewriteDeepLink(link: string): string | undefined {
  if (link.length > MAX_LENGTH || !/^chainglass:\/\/[\w.-]{1,80}\/[\w./?=%-]+$/i.test(link)) return undefined
  const [target, second] = parseTargets(link).targets
  return target && !second ? formatDeepLink(target) : undefined
}

function formatDeepLink(target: Target): string | undefined {
  // Without a chain, the link would open on whichever source is current.
  if (target.chainId === undefined) return undefined
  const base = `${LINK_SCHEME}://${target.chainId}`
  if (target.kind === 'transaction') return `${base}/tx/${target.hash}`
  if (target.kind === 'block') return `${base}/block/${target.block}`
  if (target.kind === 'nft') return `${base}/nft/${target.address}/${target.tokenId}`
  return `${base}/${target.kind}/${target.address}`
}
