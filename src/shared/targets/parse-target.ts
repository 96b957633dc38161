/** Parses text that a person types or pastes into the search field: targets on a chain, or a hint. */
import { $gettext, $ngettext } from '#shared/text/gettext.ts'
import { replaceInvisible } from '../text/hostile-text.ts'
import { findChainByShortName, chainName } from '../chains.ts'
import { parseExplorerUrl } from './parse-explorer-url.ts'
import { parseAddress, type Checksum } from './parse-address.ts'
import type { Target } from './target.ts'

export interface ParsedTargets {
  /** The best first; several if the text contains several, at most 10. */
  readonly targets: readonly Target[]
  /** Remarks about the targets, in sentences. */
  readonly notes: readonly string[]
  /** Without a target: a sentence that says what the text could be. Absent for an empty text. */
  readonly hint?: string
}

/** Only this many characters are searched. */
const MAX_INPUT_LENGTH = 4_000
const MAX_TARGETS = 10

export function parseTargets(typed: string): ParsedTargets {
  const text = clean(typed)
  if (text === '') return { targets: [], notes: [] }
  const target = parseExplorerUrl(text) ?? readPrefixed(text) ?? readBare(text)
  const found = target ? [target] : within(text)
  const all = found.length > 0 ? found : digitsIn(text)
  if (all.length === 0) return { targets: all, notes: [], hint: hintFor(text) }
  const targets = all.slice(0, MAX_TARGETS)
  const notes = targets.flatMap((one) => notesOn(one, text))
  if (all.length > MAX_TARGETS)
    notes.push(
      typed.length > MAX_INPUT_LENGTH
        ? $gettext('The first %{max} are read.', { max: String(MAX_TARGETS) })
        : $gettext('The first %{max} of %{count} are read.', {
            max: String(MAX_TARGETS),
            count: String(all.length),
          }),
    )
  return { targets, notes: [...new Set(notes)] }
}

/** Removes quotes, brackets, list marks and punctuation around the text, and invisible characters. */
function clean(typed: string): string {
  return replaceInvisible(typed.slice(0, MAX_INPUT_LENGTH), ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[\s"'`“”‘’«»<>()[\]{},;:*•–—-]+/, '')
    .replace(/[\s"'`“”‘’«»<>()[\]{},;:.!?…]+$/, (end) => (/^(\.{3}|…)/.test(end) ? end.slice(0, 3) : ''))
}

/** Reads `eth:0x…` (EIP-3770), `eip155:1:0x…` (CAIP-10), `ethereum:0x…@1` (EIP-681). */
function readPrefixed(text: string): Target | undefined {
  const caip = /^eip155:(\d{1,78}):(0x[0-9a-f]+)$/i.exec(text)
  if (caip) return withChain(readBare(caip[2] ?? ''), caip[1])
  const payment = /^ethereum:(?:pay-)?(0x[0-9a-f]{40})(?:@(\d{1,78}))?(\/[a-z]\w*)?(\?.*)?$/i.exec(text)
  if (payment) {
    const [, address = '', chainId = '1', method] = payment
    const read = parseAddress(address)
    return read && { kind: method === undefined ? 'address' : 'token', ...read, chainId }
  }
  const short = /^([a-z0-9-]{1,32}):(0x[0-9a-f]+(?::\d{1,78})?)$/i.exec(text)
  return short ? withChain(readBare(short[2] ?? ''), findChainByShortName(short[1] ?? '')?.id) : undefined
}

function readBare(text: string): Target | undefined {
  const hex = /^(?:0x)?([0-9a-f]{40}|[0-9a-f]{64})$/i.exec(text)?.[1]
  if (hex?.length === 64) return { kind: 'transaction', hash: `0x${hex.toLowerCase()}` }
  const read = hex === undefined ? undefined : parseAddress(`0x${hex}`)
  if (read) return { kind: 'address', ...read }
  const nft = readNft(text)
  if (nft) return nft
  const block = /^(?:block\s*)?#?\s*(\d{1,3}(?:[,_ ]\d{3})+|\d{1,15})$/i.exec(text)?.[1]
  return block === undefined ? undefined : { kind: 'block', block: String(BigInt(block.replace(/\D/g, ''))) }
}

/** Reads a token's address with the id of one of its NFTs. */
function readNft(text: string): Target | undefined {
  const [, token = '', id = ''] = /^(0x[0-9a-f]{40})\s*[:#]\s*(\d{1,78})$/i.exec(text) ?? []
  const read = parseAddress(token)
  return read && { kind: 'nft', ...read, tokenId: String(BigInt(id)) }
}

const withChain = (target: Target | undefined, chainId: string | undefined): Target | undefined =>
  target && chainId !== undefined ? { ...target, chainId: String(BigInt(chainId)) } : target

/** Finds links and hashes in a longer text. */
function within(text: string): Target[] {
  const found = text
    .split(/[\s"'`“”<>()[\]{},;|=]+/)
    .map((word) => clean(word))
    .filter((word) => /0x[0-9a-f]{40}/i.test(word))
    .flatMap((word) => parseExplorerUrl(word) ?? readPrefixed(word) ?? readBare(word) ?? [])
  return onceEach(found)
}

/**
 * Each target once, however its address is spelled. Of two spellings the one with the right checksum counts: it has the
 * same digits.
 */
function onceEach(found: readonly Target[]): Target[] {
  const seen = new Map<string, Target>()
  for (const target of found) {
    const key = JSON.stringify({ ...target, checksum: undefined })
    const known = seen.get(key)
    if (!known || CHECKSUMS.indexOf(checksumOf(target)) < CHECKSUMS.indexOf(checksumOf(known)))
      seen.set(key, target)
  }
  return [...seen.values()]
}

const CHECKSUMS: readonly (Checksum | undefined)[] = ['right', 'wrong', 'none', undefined]
const checksumOf = (target: Target) => ('checksum' in target ? target.checksum : undefined)

/**
 * Finds texts with the length of an address or a hash, anywhere in the text. A link with a user name before its host
 * is skipped: it is made to look like a link of another host.
 */
function digitsIn(text: string): Target[] {
  if (/:\/\/[^/\s]*@/.test(text)) return []
  const found = text.match(/(?<![0-9a-z])(?:0x)?(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-z])/gi) ?? []
  return onceEach(found.flatMap((word) => readBare(word) ?? []))
}

function notesOn(target: Target, text: string): string[] {
  const notes: string[] = []
  if (checksumOf(target) === 'wrong') {
    notes.push(
      $gettext(
        'The capital letters do not match this address’s checksum: a character may be wrong. Compare it with where it came from.',
      ),
    )
  }
  const prefix = /^([a-z0-9-]{1,32}):0x/i.exec(text)?.[1]
  if (prefix !== undefined && target.chainId === undefined && prefix.toLowerCase() !== 'ethereum') {
    notes.push($gettext('“%{prefix}:” names no chain that is known here, so it was left out.', { prefix }))
  }
  if (/^ethereum:/i.test(text) && /[/?]/.test(text)) {
    notes.push(
      $gettext('This is a payment request. Only the address in it was read; nothing is paid from here.'),
    )
  }
  if (target.chainId === undefined && target.host !== undefined) {
    notes.push(
      $gettext('%{host} is not an explorer known here, so its chain is not known.', { host: target.host }),
    )
  }
  return notes
}

/** Says what a text without a target could be. */
function hintFor(text: string): string {
  const hex = /^0x([0-9a-f]*)$/i.exec(text)?.[1]
  if (hex !== undefined) return hintForHex(hex)
  if (/^0x[0-9a-f]+(\.{2,3}|…)[0-9a-f]*$/i.test(text)) {
    return $gettext('This address or hash is shortened. Copy the whole of it.')
  }
  if (/^0x\w+$/i.test(text)) {
    const odd = /[^0-9a-f]/i.exec(text.slice(2))?.[0] ?? ''
    return $gettext(
      '“%{odd}” is not a hexadecimal digit (0–9, a–f), so this is neither an address nor a hash.',
      { odd },
    )
  }
  if (/^\d+$/.test(text)) return $gettext('This number is too large for a block.')
  if (/^[0-9a-f]{20,}$/i.test(text)) return hintForHex(text)
  if (/^(bc1[a-z0-9]{20,}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/.test(text)) {
    return $gettext('This looks like a Bitcoin address. Here are chains whose addresses begin with 0x.')
  }
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text))
    return $gettext('This looks like a Tron address. Here they begin with 0x.')
  if (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) {
    return $gettext('This looks like a Solana address. Here are chains whose addresses begin with 0x.')
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    return $gettext(
      'This link names no address, transaction, token or block. To read from an instance, add it as a source.',
    )
  }
  return $gettext(
    'Type an address or a transaction hash (both begin with 0x), a block number, a name, or paste a link of an explorer.',
  )
}

function hintForHex(hex: string): string {
  const count = hex.length
  if (isNear(count, 40))
    return `${$gettext('An address has 40 digits after 0x.')} ${describeDigits(count, 40)}`
  if (isNear(count, 64))
    return `${$gettext('A transaction hash has 64 digits after 0x.')} ${describeDigits(count, 64)}`
  if (count === 8) return $gettext('Eight digits after 0x are a method’s selector, not an address.')
  return $gettext('An address has 40 digits after 0x, a transaction hash 64. This has %{count}.', {
    count,
  })
}

const isNear = (count: number, wanted: number) => count !== wanted && Math.abs(count - wanted) <= 4

function describeDigits(count: number, wanted: number): string {
  const off = Math.abs(count - wanted)
  return count < wanted
    ? $ngettext(
        'This has %{count}: it is %{off} digit too short.',
        'This has %{count}: it is %{off} digits too short.',
        off,
        { count, off },
      )
    : $ngettext(
        'This has %{count}: it is %{off} digit too long.',
        'This has %{count}: it is %{off} digits too long.',
        off,
        { count, off },
      )
}

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** Describes a target in one line, for a list of choices. */
export function targetTitle(target: Target): string {
  const title = withoutChain(target)
  return target.chainId === undefined
    ? title
    : $gettext('%{title} on %{chain}', { title, chain: chainName(target.chainId) })
}

function withoutChain(target: Target): string {
  if (target.kind === 'transaction')
    return $gettext('Transaction %{hash}…', { hash: target.hash.slice(0, 10) })
  if (target.kind === 'block') return $gettext('Block %{block}', { block: target.block })
  const address = `${target.address.slice(0, 6)}…${target.address.slice(-4)}`
  if (target.kind === 'nft')
    return $gettext('NFT %{id} of %{address}', { id: short(target.tokenId), address })
  return target.kind === 'token'
    ? $gettext('Token %{address}', { address })
    : $gettext('Address %{address}', { address })
}
