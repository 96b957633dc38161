/**
 * Rows that are far from the screen are kept as bytes. Keys of items are written once per page instead of once per row,
 * and what occurs again within the page (the same address, the same token) once. A parsed transaction takes about 3 kB
 * of JavaScript heap; packed it takes none. Packing takes about 1 ms a page, which fits an idle period.
 */
import type { UnreadItem } from '#shared/lists/page.ts'
import type { GapRow, GridRow } from '#renderer/ui/grid/grid-row.ts'

/** A member that is an object or a list stands as its number in `objects`; all others as they are. */
type PackedValue = string | number | boolean | null | [objectId: number]
type PackedRow =
  | [key: string, shape: number, ...values: PackedValue[]]
  | [key: string, unread: UnreadItem]
  | [key: string, gap: { readonly gap: GapRow }]
interface PackedPage {
  readonly shapes: readonly (readonly string[])[]
  readonly objects: readonly unknown[]
  readonly rows: readonly PackedRow[]
}

export function pack(rows: readonly GridRow[]): Uint8Array {
  const shapes: string[][] = []
  const shapeIds = new Map<string, number>()
  const objects: string[] = []
  const objectIds = new Map<string, number>()

  const shapeOf = (keys: string[]) => {
    const name = JSON.stringify(keys)
    let id = shapeIds.get(name)
    if (id === undefined) shapeIds.set(name, (id = shapes.push(keys) - 1))
    return id
  }
  const valueOf = (value: unknown): PackedValue => {
    if (typeof value !== 'object' || value === null) return value as PackedValue
    const text = JSON.stringify(value)
    let id = objectIds.get(text)
    if (id === undefined) objectIds.set(text, (id = objects.push(text) - 1))
    return [id]
  }
  const packed = rows.map((row): PackedRow => {
    if (row.kind === 'unread') return [row.key, row.unread]
    if (row.kind === 'gap') return [row.key, { gap: row.gap }]
    const item = row.item as Readonly<Record<string, unknown>>
    const keys = Object.keys(item).filter((key) => item[key] !== undefined)
    return [row.key, shapeOf(keys), ...keys.map((key) => valueOf(item[key]))]
  })
  return new TextEncoder().encode(
    `{"shapes":${JSON.stringify(shapes)},"objects":[${objects.join(',')}],"rows":${JSON.stringify(packed)}}`,
  )
}

/** What `pack` was given. Objects that were equal are now the same object: nobody changes a row in place. */
export function unpack(bytes: Uint8Array): GridRow[] {
  const { shapes, objects, rows } = JSON.parse(new TextDecoder().decode(bytes)) as PackedPage
  return rows.map((row): GridRow => {
    const [key, second, ...values] = row
    if (typeof second !== 'number')
      return 'gap' in second ? { kind: 'gap', key, gap: second.gap } : { kind: 'unread', key, unread: second }
    // fromEntries defines members: a key named `__proto__` from a hostile instance stays a plain key.
    const item = Object.fromEntries(
      (shapes[second] ?? []).map((name, at) => {
        const value = values[at]
        return [name, Array.isArray(value) ? objects[value[0]] : value]
      }),
    )
    return { kind: 'item', key, item }
  })
}
