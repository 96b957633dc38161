import { $gettext, $msgid, $nmsgid } from '#shared/text/gettext.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { Finding, Findings, KnownNode, SourceCheck } from '#shared/rpc/contract/sources.ts'
import { chainName } from '#shared/chains.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { describeError } from '#renderer/lib/format-error.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { describeNote } from './describe-source.ts'

export type Part = keyof Findings

/** One line of the findings: a title, and the facts about it or the reason why there is none. */
export interface FindingLine {
  readonly part: Part
  readonly state: Finding<unknown>['state'] | 'idle'
  readonly title: string
  readonly text: string
}

const WORDS: Readonly<
  Record<Part, { idle: string; example: string; asking: string; none: string; unasked: string }>
> = {
  explorer: {
    idle: $msgid('An explorer'),
    example: $msgid('By its address, as in eth.blockscout.com, or by the name of its chain.'),
    asking: $msgid('Asking whether it is an explorer…'),
    none: $msgid('No explorer there'),
    unasked: $msgid('Not asked as an explorer'),
  },
  node: {
    idle: $msgid('A node of yours'),
    example: $msgid('anvil, Hardhat, geth: where it listens, as in http://127.0.0.1:8545.'),
    asking: $msgid('Asking whether it is a node…'),
    none: $msgid('No node there'),
    unasked: $msgid('Not asked as a node'),
  },
  pro: {
    idle: $msgid('Pro: one key, every chain'),
    example: $msgid('By its key, which begins with “proapi_”, by the name of a chain, or by its address.'),
    asking: $msgid('Asking whether it is Pro…'),
    none: $msgid('Not Pro'),
    unasked: $msgid('Not asked as Pro'),
  },
}

export function describeFindings(findings: Findings | undefined, isAsking: boolean): readonly FindingLine[] {
  return (['explorer', 'node', 'pro'] as const).map((part) => {
    const { idle, example, asking, none, unasked } = WORDS[part]
    const finding = findings?.[part]
    const line = { part, state: finding?.state ?? (isAsking ? 'asking' : 'idle') } as const
    if (finding?.state === 'none')
      return { ...line, title: $gettext(none), text: describeNone(part, finding.error) }
    if (finding?.state === 'unasked')
      return { ...line, title: $gettext(unasked), text: $gettext('By its form it is something else.') }
    if (finding?.state === 'found')
      return {
        ...line,
        ...(part === 'node'
          ? describeNode((finding as Finding<KnownNode> & { state: 'found' }).found)
          : describeSource((finding as Finding<SourceCheck> & { state: 'found' }).found)),
      }
    return line.state === 'asking'
      ? {
          ...line,
          title: $gettext(asking),
          text: $gettext('This takes at most %{seconds} s.', { seconds: '10' }),
        }
      : { ...line, title: $gettext(idle), text: $gettext(example) }
  })
}

/** What a server of another kind says to a JSON-RPC request: no such method, none of these forms, no such media type. */
const OF_ANOTHER_KIND: ReadonlySet<number> = new Set([405, 406, 415, 501])

/** Describes a part that was not found: the host and the next step, or what else answers there. */
function describeNone(part: Part, error: ChainglassError): string {
  const { title, text } = describeError(error)
  if (error.code === 'invalid_input') return text
  const host = 'host' in error ? (error.host ?? '') : ''
  const answers =
    error.code === 'not_found' ||
    (error.code === 'server_error' && OF_ANOTHER_KIND.has(error.status)) ||
    (error.code === 'bad_response' && (error.reason === 'not_ethereum' || error.reason === 'no_chains'))
  if (!answers) return `${title} ${text}`.trim()
  if (part === 'node') return $gettext('%{host} answers, but takes no JSON-RPC at this address.', { host })
  return part === 'pro'
    ? $gettext('%{host} lists no chains, as Pro does.', { host })
    : $gettext('%{host} answers, but not as an explorer’s API.', { host })
}

/**
 * Name and version of a node, for example `anvil 1.7.1`. The node reports the name; it is made safe to show and shortened.
 */
export function nodeName({ client }: Pick<KnownNode, 'client'>): string {
  const [name = '', version = ''] = client.split('/')
  const number = /\d+\.\d+(?:\.\d+)?/.exec(version)?.[0]
  return plainName([name, number].filter(Boolean).join(' '), 60) || $gettext('An Ethereum node')
}

function describeNode(node: KnownNode): { title: string; text: string } {
  const { chainId, block, ms, known } = node
  const isOther = known?.chainId !== undefined && known.chainId !== chainId
  return {
    title: $gettext('A node: %{name}, chain %{chainId}', { name: nodeName(node), chainId }),
    text: sentences(
      $gettext('It answers in %{time} ms.', { time: String(ms) }),
      block === undefined ? '' : $gettext('Its newest block is %{block}.', { block: formatCount(block) }),
      isOther
        ? $gettext('You follow it as chain %{chainId}: it is another chain now.', {
            chainId: known.chainId ?? '',
          })
        : known
          ? $gettext('This is already one of your sources.')
          : $gettext('Its blocks are indexed on this machine, so that every list works.'),
    ),
  }
}

function describeSource(found: SourceCheck): { title: string; text: string } {
  const { kind, name, chainId, chains, coin, dialect, limits, ms, notes, known } = found
  const answers = ms === 0 ? '' : $gettext('It answers in %{time} ms.', { time: String(Math.round(ms)) })
  const rest = notes.map(describeNote)
  if (kind === 'pro')
    return {
      title:
        chains.length > 0
          ? $gettext('Pro: %{chains}, one key for all of them', {
              chains: pluralize(chains.length, $nmsgid('chain', 'chains')),
            })
          : $gettext('%{chain} by Pro', { chain: chainName(chainId ?? '1') }),
      text: sentences(
        answers,
        limits.credits === undefined
          ? ''
          : $gettext('%{credits} credits are left.', { credits: formatCount(limits.credits) }),
        ...rest,
      ),
    }
  return {
    title:
      chainId === undefined
        ? $gettext('An explorer: %{name}', { name })
        : $gettext('An explorer: %{name}, chain %{chainId}', { name, chainId }),
    text: sentences(
      answers,
      dialect === undefined ? '' : $gettext('Its API is %{version}.', { version: dialect }),
      $gettext('Its coin is %{symbol}.', { symbol: coin.symbol }),
      known === undefined ? '' : $gettext('This is already one of your sources.'),
      ...rest,
    ),
  }
}

const sentences = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' ')
