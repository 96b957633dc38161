/** Finds out what a typed text leads to: an explorer, a node, a Pro account. All are asked at once. */
import { findChain, findChainByShortName, type Chain } from '#shared/chains.ts'
import { isProKey, OFFICIAL_PRO } from '#shared/official-pro.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { Finding, Findings, KnownNode, SourceCheck } from '#shared/rpc/contract/sources.ts'
import { splitSecretUrl } from '#platform/http/secret-url.ts'
import { askNode } from './check/detect-node.ts'
import { parseNodeUrl } from './check/parse-node-url.ts'
import { findKnown } from './add-source.ts'
import { coinOf } from './pro-chains.ts'
import type { Sources } from './sources.ts'
import {
  checkInstance,
  checkPro,
  draftPro,
  isPro,
  NOTHING_FOUND,
  type FoundSource,
} from './check/check-source.ts'
import { parseSourceUrl } from './check/parse-source-url.ts'
import type { SourceProbe } from './check/test-source.ts'

export interface FindDeps {
  readonly sources: Sources
  readonly client: SourceProbe
  /** Converts an error for a window; a bug of ours goes to the log. */
  readonly toError: (name: string, error: unknown) => ChainglassError
  /** The Pro API that a key is tested at: the official one, except in tests. */
  readonly proUrl?: string
}

/** After this time the form offers to add the source without a check. */
const TIMEOUT_MS = 10_000
const TIMEOUT: ChainglassError = { code: 'timeout', afterMs: TIMEOUT_MS }
const UNASKED = { state: 'unasked' } as const

type Answer<Found> = Promise<Found> | typeof UNASKED
interface Asking {
  readonly explorer: Answer<SourceCheck>
  readonly node: Answer<KnownNode>
  readonly pro: Answer<SourceCheck>
}

/** Emits all findings whenever one of them is known. Returns a function that stops asking. */
export function findAll(deps: FindDeps, typed: string, emit: (findings: Findings) => void): () => void {
  const stopped = new AbortController()
  const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT_MS)])
  const asking = askAll(deps, typed.trim(), signal)
  let findings: Findings = {
    explorer: beforeAnswer(asking.explorer),
    node: beforeAnswer(asking.node),
    pro: beforeAnswer(asking.pro),
  }
  emit(findings)
  for (const part of ['explorer', 'node', 'pro'] as const) {
    const answer: Answer<unknown> = asking[part]
    if (!(answer instanceof Promise)) continue
    void answer
      .then(
        (found): Finding<unknown> => ({ state: 'found', found }),
        (error: unknown): Finding<unknown> => ({
          state: 'none',
          error: signal.aborted ? TIMEOUT : deps.toError('sources.findings', error),
        }),
      )
      .then((finding) => {
        if (stopped.signal.aborted) return
        findings = { ...findings, [part]: finding }
        emit(findings)
      })
  }
  return () => {
    stopped.abort()
  }
}

const beforeAnswer = (asked: Answer<unknown>) =>
  asked instanceof Promise ? ({ state: 'asking' } as const) : asked

function askAll(deps: FindDeps, text: string, signal: AbortSignal): Asking {
  if (isProKey(text)) return { explorer: UNASKED, node: UNASKED, pro: askWithKey(deps, text, signal) }
  const chain = /^\d+$/.test(text) ? findChain(text) : findChainByShortName(text)
  if (chain) return askForChain(deps, chain)
  return askAtUrl(deps, text, signal)
}

function askAtUrl({ sources, client }: FindDeps, text: string, signal: AbortSignal): Asking {
  const isOfPro = isProUrl(text)
  return {
    explorer: isOfPro
      ? UNASKED
      : inPromise(() => checkInstance(parseSourceUrl(text), client, signal)).then((found) =>
          toCheck(sources, found),
        ),
    node: isOfPro ? UNASKED : inPromise(() => findNode(sources, parseNodeUrl(text), signal)),
    pro: /^wss?:/i.test(text)
      ? UNASKED
      : inPromise(() => checkPro(parseSourceUrl(text), client, signal)).then((found) =>
          toCheck(sources, found),
        ),
  }
}

function isProUrl(text: string): boolean {
  try {
    return isPro(parseSourceUrl(text), undefined)
  } catch {
    return false
  }
}

/** Turns an exception of `ask` into a rejection. */
const inPromise = async <T>(ask: () => Promise<T>): Promise<T> => ask()

async function findNode(sources: Sources, rpcUrl: string, signal: AbortSignal): Promise<KnownNode> {
  const [found, known] = await Promise.all([askNode(rpcUrl, signal), sources.findByUrl('node', rpcUrl)])
  return known ? { ...found, known: { id: known.id, chainId: known.chainId } } : found
}

/** Removes the pages of a Pro account's chains, and secrets in the URL. */
async function toCheck(sources: Sources, found: FoundSource): Promise<SourceCheck> {
  const { pages: _, baseUrl, ...check } = found
  const known = await findKnown(sources, baseUrl)
  return { ...check, baseUrl: splitSecretUrl(baseUrl).publicUrl, known }
}

/** Tests the key with one request, then reads the chains that it opens. */
async function askWithKey(
  { sources, client, proUrl = OFFICIAL_PRO.baseUrl }: FindDeps,
  key: string,
  signal: AbortSignal,
): Promise<SourceCheck> {
  const url = parseSourceUrl(proUrl)
  const test = await client.probe({ ...draftPro(url, '1'), key }, { signal })
  return toCheck(sources, { ...(await checkPro(url, client, signal)), ...test })
}

/** Finds sources for a chain's name or id: one that reads it, and Pro. No request is made. */
function askForChain({ sources }: FindDeps, { id: chainId, name }: Chain): Asking {
  const known = sources.all().find((source) => source.kind === 'instance' && source.chainId === chainId)
  const found = { ...NOTHING_FOUND, name, chainId, coin: coinOf(chainId), ms: 0, limits: {}, notes: [] }
  return {
    explorer:
      known?.kind === 'instance'
        ? toCheck(sources, { ...found, kind: 'instance', baseUrl: known.baseUrl, name: known.name })
        : UNASKED,
    node: UNASKED,
    pro: toCheck(sources, { ...found, kind: 'pro', baseUrl: OFFICIAL_PRO.baseUrl }),
  }
}
