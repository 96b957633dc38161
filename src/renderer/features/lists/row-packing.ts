/**
 * Rows that are far from the screen are kept as bytes: keys of objects once per page instead of once per row, objects
 * that occur again (the same address, the same token) once. A parsed transaction takes about 3 kB of JavaScript heap,
 * packed it takes none of it and about 0.7 kB beside it.
 */
const ARRAY = -1
const AGAIN = -2

/** JSON values only, as they came over the contract; `undefined` members are left out as JSON does. */
export function pack(value: unknown): Uint8Array {
  const shapes: string[][] = []
  const shapeIds = new Map<string, number>()
  const shared: unknown[] = []
  const sharedIds = new Map<string, number>()

  const shapeOf = (keys: string[]) => {
    const name = keys.join('\n')
    let id = shapeIds.get(name)
    if (id === undefined) {
      id = shapes.push(keys) - 1
      shapeIds.set(name, id)
    }
    return id
  }
  const write = (at: unknown, depth: number): unknown => {
    if (typeof at !== 'object' || at === null) return at
    if (Array.isArray(at)) return [ARRAY, ...at.map((item) => write(item, depth + 1))]
    const members = Object.entries(at).filter(([, member]) => member !== undefined)
    const packed = [
      shapeOf(members.map(([key]) => key)),
      ...members.map(([, member]) => write(member, depth + 1)),
    ]
    if (members.length < 4) return packed
    const text = JSON.stringify(packed)
    const known = sharedIds.get(text)
    if (known !== undefined) return [AGAIN, known]
    sharedIds.set(text, shared.push(packed) - 1)
    return [AGAIN, shared.length - 1]
  }

  const root = write(value, 0)
  return new TextEncoder().encode(JSON.stringify([shapes, shared, root]))
}

/** What `pack` was given. Objects that were equal are now the same object: nobody changes a row in place. */
export function unpack(bytes: Uint8Array): unknown {
  const [shapes, shared, root] = JSON.parse(new TextDecoder().decode(bytes)) as [
    string[][],
    unknown[],
    unknown,
  ]
  const read = (at: unknown): unknown => {
    if (!Array.isArray(at)) return at
    const [tag, ...members] = at as [number, ...unknown[]]
    if (tag === ARRAY) return members.map(read)
    if (tag === AGAIN) return sharedAt(members[0] as number)
    const keys = shapes[tag] ?? []
    // fromEntries defines members: a key named `__proto__` from a hostile instance stays a plain key.
    return Object.fromEntries(keys.map((key, index) => [key, read(members[index])]))
  }
  const done: unknown[] = []
  const sharedAt = (id: number) => (done[id] ??= read(shared[id]))
  return read(root)
}
