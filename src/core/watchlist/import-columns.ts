/** Recognizes the columns, or JSON keys, of an import by the names that explorers, wallets and spreadsheets use. */

export type Column = 'address' | 'label' | 'note' | 'chain' | 'colour' | 'groups' | 'watched'

/**
 * In lower case without signs: `Name Tag`, `name_tag` and `nameTag` are one. The first name of a list that occurs
 * counts.
 */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  address: [
    'address',
    'addresshash',
    'walletaddress',
    'contractaddress',
    'useraddress',
    'addressorens',
    'wallet',
    'account',
    'contract',
    'hash',
    'addr',
  ],
  label: [
    'label',
    'nametag',
    'privatenametag',
    'name',
    'addressname',
    'addresslabel',
    'displayname',
    'publicnametag',
    'title',
    'alias',
    'tag',
    'owner',
  ],
  note: [
    'note',
    'notes',
    'privatenote',
    'description',
    'comment',
    'comments',
    'memo',
    'remark',
    'shortdescription',
    'notes1',
  ],
  chain: ['chainid', 'chain', 'networkid', 'network', 'blockchain'],
  colour: ['colour', 'color'],
  groups: ['groups', 'group', 'labels', 'category', 'categories', 'tags', 'folder'],
  watched: ['watched', 'starred', 'favorite', 'favourite'],
}

export type Columns = Partial<Readonly<Record<Column, string>>>

/** Finds the file's name of each column; a name serves for one column. */
export function findColumns(names: readonly string[]): Columns {
  const plain = names.map((name) => ({ name, plain: name.toLowerCase().replace(/[^a-z0-9]/g, '') }))
  const columns: Partial<Record<Column, string>> = {}
  for (const column of Object.keys(NAMES) as Column[]) {
    const taken = Object.values(columns)
    const found = NAMES[column]
      .map((wanted) => plain.find((one) => one.plain === wanted && !taken.includes(one.name)))
      .find((one) => one !== undefined)
    if (found) columns[column] = found.name
  }
  return columns
}
