/** Texts of the picture of flows, cut to the room they have. */
import type { AddressRef } from '#shared/chain/address.ts'
import { formatShortAmount } from '#renderer/entities/amount/short-amount.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import type { FlowBand, FlowPicture } from './flow-layout.ts'
import type { Flow, Party } from './flows.ts'

type NameOf = (address: AddressRef) => string | undefined

export function partyLabel(party: Party, nameOf: NameOf): string {
  if (party.kind === 'source') return 'New'
  if (party.kind === 'sink') return 'Burnt'
  if (party.kind === 'pool') return `Not known (${party.asset.name})`
  return nameOf(party.address) ?? (party.validator ? 'Validator' : shortenAddress(party.address.hash))
}

/** Cut to `maxLength` characters, the last of them an ellipsis. */
export const cutLabel = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text

/** Characters of a line beside a box, in 96 px. */
const LINE_LENGTH = 13

/** Up to two lines, broken between words. */
export function wrapLabel(label: string): string[] {
  const words = label.split(' ')
  const first: string[] = []
  while (words.length > 0 && [...first, words[0]].join(' ').length <= LINE_LENGTH)
    first.push(words.shift() ?? '')
  return [first.join(' '), words.join(' ')]
    .filter((line) => line !== '')
    .map((line) => cutLabel(line, LINE_LENGTH))
}

const MAX_AMOUNT_LENGTH = 26

/** The amount and its asset; for a single NFT, only its name. */
export function amountLabel({ asset, amount }: Flow): string {
  if (asset.kind === 'nft' && amount === 1n) return cutLabel(asset.name, MAX_AMOUNT_LENGTH)
  const number = formatShortAmount(amount, asset.decimals)
  return cutLabel(`${number} ${asset.kind === 'nft' ? `× ${asset.name}` : asset.name}`, MAX_AMOUNT_LENGTH)
}

/** Of a character at the labels' size of 11 px. */
const CHARACTER_PX = 6
/** The arrow and its space. */
const ARROW_LENGTH = 2

/** The bands that are long enough for their label. The list below the picture has the amounts of the others. */
export function labelledBands({ boxes, bands }: FlowPicture): FlowBand[] {
  const columns = [...new Set(boxes.map(({ x }) => x))].sort((a, b) => a - b)
  const distances = columns.slice(1).map((x, nth) => x - (columns[nth] ?? 0))
  const room = Math.min(...distances)
  return bands.filter(({ flow }) => (amountLabel(flow).length + ARROW_LENGTH) * CHARACTER_PX < room)
}
