/** Reads one row of an import file: an entry, or the reason why it is invalid. */
import { CHAINS, findChainByShortName } from '#shared/chains.ts'
import { WATCH_COLOURS, type ImportIssue, type WatchColour } from '#shared/rpc/contract/watchlist.ts'
import { parseTargets } from '#shared/targets/parse-target.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { cleanGroups, cleanLabel, cleanNote } from './label-text.ts'
import type { Column } from './import-columns.ts'

/** The file's texts by column; absent if the file has no such column. */
export type RawEntry = { readonly line: number } & Partial<Readonly<Record<Column, string>>>

/** Undefined fields are those that the file does not mention. */
export interface ReadEntry {
  readonly line: number
  /** In its checksummed case. */
  readonly address: string
  /** Null for every chain. */
  readonly chainId: string | null | undefined
  readonly label: string
  readonly note: string
  readonly colour: WatchColour | undefined
  readonly groups: readonly string[]
  readonly watched: boolean | undefined
}

export interface EntryRead {
  readonly entry?: ReadEntry
  readonly issue?: ImportIssue
}

export function readEntry(raw: RawEntry): EntryRead {
  const { line } = raw
  const written = (raw.address ?? '').trim()
  const issue = (kind: ImportIssue['kind'], text: string, hint?: string): EntryRead => ({
    issue: { line, kind, text: shown(text), ...(hint === undefined ? {} : { hint }) },
  })
  if (written === '') {
    return issue('no_address', Object.values(raw).slice(1).join(' '))
  }
  const target = readTarget(written)
  if (!target) return issue('wrong_address', written, parseTargets(written).hint)
  if (target.checksum === 'wrong') return issue('wrong_checksum', written)
  const chainId = raw.chain === undefined ? target.chainId : readChain(raw.chain, target.chainId)
  if (chainId === false) return issue('unknown_chain', raw.chain ?? '')
  const label = cleanLabel(raw.label ?? '')
  const note = cleanNote(raw.note ?? '')
  const entry: ReadEntry = {
    line,
    address: target.address,
    chainId,
    label,
    note,
    colour: readColour(raw.colour),
    groups: cleanGroups(splitGroups(raw.groups ?? '')),
    watched: readFlag(raw.watched),
  }
  const adjusted = differs(raw.label, label) ? label : differs(raw.note, note) ? note : undefined
  if (adjusted === undefined) return { entry }
  return { entry, ...issue('adjusted', adjusted) }
}

function readTarget(written: string) {
  const plain = parseAddress(written)
  if (plain) return { ...plain, chainId: undefined }
  const [target] = parseTargets(written).targets
  return target && (target.kind === 'address' || target.kind === 'token') ? target : undefined
}

function readChain(written: string, fromAddress: string | undefined): string | null | undefined | false {
  const text = written.trim().toLowerCase()
  if (text === '') return fromAddress
  if (['all', 'any', '*', 'null', 'evm'].includes(text)) return null
  if (/^[1-9]\d{0,77}$/.test(text)) return text
  const plain = text.replace(/[^a-z0-9]/g, '')
  return (
    findChainByShortName(text)?.id ??
    CHAINS.find((chain) => chain.name.toLowerCase().replace(/[^a-z0-9]/g, '') === plain)?.id ??
    OTHER_NAMES.get(plain) ??
    false
  )
}

/** Names of chains in address books of other programs. */
const OTHER_NAMES = new Map([
  ['ethereummainnet', '1'],
  ['mainnet', '1'],
  ['polygonpos', '137'],
  ['binancesc', '56'],
  ['bnbchain', '56'],
  ['arbitrumone', '42161'],
  ['gnosischain', '100'],
  ['avalanche', '43114'],
  ['opmainnet', '10'],
])

function readColour(written: string | undefined): WatchColour | undefined {
  const text = written?.trim().toLowerCase()
  return WATCH_COLOURS.find((colour) => colour === text)
}

function readFlag(written: string | undefined): boolean | undefined {
  const text = written?.trim().toLowerCase() ?? ''
  if (['yes', 'true', '1', 'y', 'x'].includes(text)) return true
  return ['no', 'false', '0', 'n'].includes(text) ? false : undefined
}

/** Splits groups at semicolons, or reads a list in brackets. */
function splitGroups(written: string): string[] {
  const list = /^\s*\[(.*)\]\s*$/s.exec(written)?.[1]
  if (list === undefined) return written.split(/[;|]/)
  return list.split(',').map((name) => name.trim().replace(/^["']|["']$/g, ''))
}

/** Whether cleaning changed more than blanks at the ends and line ends, which are not reported. */
const differs = (raw: string | undefined, clean: string) =>
  (raw ?? '').replace(/\r\n?/g, '\n').trim().normalize('NFC') !== clean

const shown = (text: string) => {
  const clean = cleanLabel(text)
  return clean.length > 120 ? `${clean.slice(0, 119)}…`.toWellFormed() : clean
}
