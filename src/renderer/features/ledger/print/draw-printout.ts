/** Draws a statement as DOM nodes. Texts become text nodes, never HTML. */
import { $gettext } from '#shared/text/gettext.ts'
import { createNode } from '#renderer/lib/print-content.ts'
import '#renderer/ui/paper.css'
import './ledger-printout.css'
import type { Printout, PrintedAsset, PrintedLine } from './describe-printout.ts'

export function drawPrintout({
  title,
  facts,
  heads,
  assets,
  notes,
  movementsTitle,
  movements,
}: Printout): HTMLElement {
  return createNode('article', 'paper ledger-paper', [
    createNode('h1', '', title),
    createNode(
      'dl',
      '',
      facts.flatMap(([name, value]) => [createNode('dt', '', name), createNode('dd', '', value)]),
    ),
    table(
      'assets',
      heads,
      assets.map((asset) => drawAsset(asset, heads.length)),
    ),
    ...(assets.length === 0 ? [createNode('p', '', $gettext('Nothing was held or moved.'))] : []),
    ...(notes.length === 0
      ? []
      : [
          createNode('h2', '', $gettext('Notes')),
          createNode(
            'ul',
            '',
            notes.map((note) => createNode('li', '', note)),
          ),
        ]),
    ...(movementsTitle === undefined
      ? []
      : [
          createNode('h2', '', movementsTitle),
          table(
            'movements',
            [$gettext('Time'), $gettext('Block'), $gettext('Kind'), $gettext('Amount')],
            movements.map(drawMovement),
          ),
        ]),
  ])
}

/** Rows of an asset: its name and proof above its amounts, because an amount with 18 decimals needs the full width. */
const drawAsset = ({ name, address, proof, amounts }: PrintedAsset, columns: number) =>
  createNode('tbody', '', [
    createNode('tr', 'name', [
      spanning(
        createNode('th', '', [
          createNode('b', '', name),
          createNode('span', 'mono', address),
          createNode('i', '', proof),
        ]),
        columns,
      ),
    ]),
    createNode(
      'tr',
      'amounts',
      amounts.map((amount) => createNode('td', '', amount)),
    ),
  ])

const drawMovement = ({ time, block, kind, amount, counterparty, transaction }: PrintedLine) =>
  createNode('tbody', '', [
    createNode('tr', 'amounts', [
      createNode('td', '', time),
      createNode('td', '', block),
      createNode('td', '', kind),
      createNode('td', '', amount),
    ]),
    createNode('tr', 'mono', [
      spanning(
        createNode('td', '', [
          ...(counterparty === ''
            ? []
            : [createNode('div', '', $gettext('with %{counterparty}', { counterparty }))]),
          ...(transaction === ''
            ? []
            : [createNode('div', '', $gettext('in %{transaction}', { transaction }))]),
        ]),
        4,
      ),
    ]),
  ])

const table = (className: string, heads: readonly string[], bodies: readonly HTMLElement[]) =>
  createNode('table', className, [
    createNode('thead', '', [
      createNode(
        'tr',
        '',
        heads.map((head) => createNode('th', '', head)),
      ),
    ]),
    ...bodies,
  ])

function spanning(cell: HTMLElement, columns: number): HTMLElement {
  cell.setAttribute('colspan', String(columns))
  return cell
}
