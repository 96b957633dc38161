import {
  IDENTICON_COLUMNS,
  IDENTICON_ROWS,
  readIdenticon,
} from '#renderer/entities/address/identicon-picture.ts'

/**
 * The picture of an address as SVG paths, one for each colour, in a plane of 6 by 6. For files, which have no style
 * sheet.
 */
export function identiconPaths(address: string) {
  const { colours, cells } = readIdenticon(address)
  const pathOf = (colour: number) =>
    cells
      .map((of, at) => {
        const [x, y] = [at % IDENTICON_COLUMNS, Math.floor(at / IDENTICON_COLUMNS)]
        return of === colour
          ? [x, IDENTICON_ROWS - 1 - x].map((left) => `M${String(left)} ${String(y)}h1v1h-1z`).join('')
          : ''
      })
      .join('')
  const [ground, first, second] = colours
  return { ground, first: { path: pathOf(1), fill: first }, second: { path: pathOf(2), fill: second } }
}
