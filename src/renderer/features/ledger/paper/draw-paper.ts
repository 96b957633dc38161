/** A statement as nodes: nothing in them is markup. */
import { $gettext } from '#shared/text/gettext.ts'
import './paper.css'
import type { Paper, PaperAsset, PaperMovement } from './describe-paper.ts'

export function drawPaper({
  title,
  facts,
  heads,
  assets,
  notes,
  movementsTitle,
  movements,
}: Paper): HTMLElement {
  return node('article', 'ledger-paper', [
    node('h1', '', title),
    node(
      'dl',
      '',
      facts.flatMap(([name, value]) => [node('dt', '', name), node('dd', '', value)]),
    ),
    table(
      'assets',
      heads,
      assets.map((asset) => drawAsset(asset, heads.length)),
    ),
    ...(assets.length === 0 ? [node('p', '', $gettext('Nothing was held or moved.'))] : []),
    ...(notes.length === 0
      ? []
      : [
          node('h2', '', $gettext('Notes')),
          node(
            'ul',
            '',
            notes.map((note) => node('li', '', note)),
          ),
        ]),
    ...(movementsTitle === undefined
      ? []
      : [
          node('h2', '', movementsTitle),
          table(
            'movements',
            [$gettext('Time'), $gettext('Block'), $gettext('Kind'), $gettext('Amount')],
            movements.map(drawMovement),
          ),
        ]),
  ])
}

/** Its name and proof above its amounts: a token of 18 digits behind the point needs all of the width. */
const drawAsset = ({ name, address, proof, amounts }: PaperAsset, columns: number) =>
  node('tbody', '', [
    node('tr', 'name', [
      spanning(
        node('th', '', [node('b', '', name), node('span', 'mono', address), node('i', '', proof)]),
        columns,
      ),
    ]),
    node(
      'tr',
      'amounts',
      amounts.map((amount) => node('td', '', amount)),
    ),
  ])

const drawMovement = ({ time, block, kind, amount, counterparty, transaction }: PaperMovement) =>
  node('tbody', '', [
    node('tr', 'amounts', [
      node('td', '', time),
      node('td', '', block),
      node('td', '', kind),
      node('td', '', amount),
    ]),
    node('tr', 'mono', [
      spanning(
        node('td', '', [
          ...(counterparty === ''
            ? []
            : [node('div', '', $gettext('with %{counterparty}', { counterparty }))]),
          ...(transaction === '' ? [] : [node('div', '', $gettext('in %{transaction}', { transaction }))]),
        ]),
        4,
      ),
    ]),
  ])

const table = (className: string, heads: readonly string[], bodies: readonly HTMLElement[]) =>
  node('table', className, [
    node('thead', '', [
      node(
        'tr',
        '',
        heads.map((head) => node('th', '', head)),
      ),
    ]),
    ...bodies,
  ])

function spanning(cell: HTMLElement, columns: number): HTMLElement {
  cell.setAttribute('colspan', String(columns))
  return cell
}

function node(tag: string, className: string, content: string | readonly HTMLElement[]): HTMLElement {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  if (typeof content === 'string') made.textContent = content
  else made.append(...content)
  return made
}
