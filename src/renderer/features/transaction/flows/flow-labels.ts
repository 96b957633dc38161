/** Labels of the flow picture, shortened to fit. */
import { $gettext } from '#shared/text/gettext.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import { formatShortAmount } from '#renderer/entities/amount/short-amount.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { cutMiddle } from '#renderer/lib/split-name.ts'
import { pointOf, type FlowBand, type FlowPicture, type PartyBox } from './flow-layout.ts'
import type { Flow, Party } from './flows.ts'
import {
  amountRectangle,
  amountWidth,
  LINE_HEIGHT,
  NAME_CHARACTER,
  nameRectangle,
  overlap,
  type NameText,
} from './label-geometry.ts'

type NameOf = (address: AddressRef) => string | undefined

export function partyLabel(party: Party, nameOf: NameOf): string {
  if (party.kind === 'source') return $gettext('New')
  if (party.kind === 'sink') return $gettext('Burnt')
  if (party.kind === 'pool') return $gettext('Not known (%{asset})', { asset: party.asset.name })
  return (
    nameOf(party.address) ?? (party.validator ? $gettext('Validator') : shortenAddress(party.address.hash))
  )
}

/** Characters in one line beside a box. */
const LINE_LENGTH = 13

/** Breaks a label between words into at most two lines. */
function wrapLabel(label: string): string[] {
  const words = label.split(' ')
  const first: string[] = []
  while (words.length > 0 && [...first, words[0]].join(' ').length <= LINE_LENGTH)
    first.push(words.shift() ?? '')
  return [first.join(' '), words.join(' ')]
    .filter((line) => line !== '')
    .map((line) => cutMiddle(line, LINE_LENGTH))
}

const MAX_AMOUNT_LENGTH = 26

/** The amount and its asset; for a single NFT only its name. */
export function amountLabel({ asset, amount }: Flow): string {
  if (asset.kind === 'nft' && amount === 1n) return cutMiddle(asset.name, MAX_AMOUNT_LENGTH)
  const number = formatShortAmount(amount, asset.decimals)
  return cutMiddle(`${number} ${asset.kind === 'nft' ? `× ${asset.name}` : asset.name}`, MAX_AMOUNT_LENGTH)
}

export interface NameLabel extends NameText {
  readonly box: PartyBox
  readonly name: string
  /** A warning below the name, for an untrustworthy name or party. */
  readonly warning: Warning | undefined
}

export interface Warning {
  readonly label: string
  readonly title: string
}

/**
 * The names of the boxes: on up to two lines beside the outer boxes, on one line above the others. Shortened in the middle.
 */
export function nameLabels(
  picture: FlowPicture,
  labelOf: (party: Party) => string,
  warningOf: (party: Party) => Warning | undefined,
): NameLabel[] {
  const room = columnRoom(picture)
  return picture.boxes.map((box) => {
    const { x, y, width, height, label, party } = box
    const name = labelOf(party)
    const warning = warningOf(party)
    if (label === 'above') {
      const most = Math.max(3, Math.min(18, Math.floor((room - 6) / NAME_CHARACTER) - (warning ? 2 : 0)))
      const lines = [cutMiddle(name, most)]
      return { box, name, lines, warning, anchor: 'middle', x: x + width / 2, y: y - 6 }
    }
    const lines = warning ? [cutMiddle(name, LINE_LENGTH)] : wrapLabel(name)
    const count = lines.length + (warning ? 1 : 0)
    const firstLine = y + height / 2 + 4 - ((count - 1) * LINE_HEIGHT) / 2
    return label === 'before'
      ? { box, name, lines, warning, anchor: 'end', x: x - 8, y: firstLine }
      : { box, name, lines, warning, anchor: 'start', x: x + width + 8, y: firstLine }
  })
}

/** Width between two columns of boxes, in px. */
function columnRoom({ boxes, width }: FlowPicture): number {
  const columns = [...new Set(boxes.map(({ x }) => x))].sort((a, b) => a - b)
  return Math.min(width, ...columns.slice(1).map((x, nth) => x - (columns[nth] ?? 0)))
}

export interface BandLabel {
  readonly band: FlowBand
  readonly text: string
  readonly x: number
  readonly y: number
}

/** Positions of an amount along its band, by preference. */
const PLACES = [0.5, 0.4, 0.6, 0.3, 0.7]

/**
 * The amounts that fit on their band without overlapping a name or another amount. The list below the picture shows all.
 */
export function bandLabels(picture: FlowPicture, names: readonly NameLabel[]): BandLabel[] {
  const taken = names.map(nameRectangle)
  return picture.bands.flatMap((band) => {
    const amount = amountLabel(band.flow)
    if (amountWidth(amount) > band.end.x - band.start.x) return []
    for (const place of PLACES) {
      const point = pointOf(band, place)
      // Keeps the label between the boxes, at any position along the band.
      const half = amountWidth(amount) / 2
      const x = Math.min(Math.max(point.x, band.start.x + half), band.end.x - half)
      const { y } = point
      const rectangle = amountRectangle(amount, x, y)
      if (taken.some((other) => overlap(rectangle, other))) continue
      taken.push(rectangle)
      return [{ band, text: band.backwards ? `← ${amount}` : `${amount} →`, x, y: y + 4 }]
    }
    return []
  })
}
