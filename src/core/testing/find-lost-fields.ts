/**
 * The paths of what reading an item lost: for each key of the raw item, the name that the schema has for it must be there
 * with an equal value. Equal is also what the schemas convert: a number to its digits, one thing to a list of it, `{hash}`
 * to the hash, a single tag to `{tags}`.
 */
export function findLostFields(raw: unknown, read: unknown, path = ''): string[] {
  if (Array.isArray(raw))
    return Array.isArray(read) && read.length === raw.length
      ? raw.flatMap((one, index) => findLostFields(one, read[index], `${path}[${String(index)}]`))
      : [path]
  if (typeof raw === 'object' && raw !== null) return findLostInObject(raw, read, path)
  if (raw === read || (typeof raw === 'number' && read === String(raw))) return []
  return typeof raw === 'string' && typeof read === 'number' && String(read) === raw ? [] : [path]
}

function findLostInObject(raw: object, read: unknown, path: string): string[] {
  if (Array.isArray(read)) return read.length === 1 ? findLostFields(raw, read[0], path) : [path]
  if (typeof read === 'string') return 'hash' in raw && raw.hash === read ? [] : [path]
  if (typeof read !== 'object' || read === null) return [path]
  if ('tags' in read && !('tags' in raw))
    return findLostFields(Object.keys(raw).length === 0 ? [] : [raw], read.tags, path)
  return Object.entries(raw as Readonly<Record<string, unknown>>).flatMap(([key, value]) => {
    const name = key in read ? key : presentName(key, read)
    const here = path === '' ? key : `${path}.${key}`
    if (name === undefined) return [here]
    const found = (read as Record<string, unknown>)[name]
    if (key === 'total' && value === null) return Array.isArray(found) && found.length === 0 ? [] : [here]
    if (key === 'implementation_name' || key === 'implementation_address') {
      const field = key === 'implementation_name' ? 'name' : 'address_hash'
      return findLostFields(value === null ? [] : [{ [field]: value }], found, here)
    }
    return findLostFields(value, found, here)
  })
}

const PRESENT_NAMES: Readonly<Record<string, readonly string[]>> = {
  tx_hash: ['transaction_hash'],
  block: ['block_number'],
  tx_types: ['transaction_types'],
  tx_burnt_fee: ['transaction_burnt_fee'],
  tx_tag: ['transaction_tag'],
  has_error_in_internal_txs: ['has_error_in_internal_transactions'],
  holders: ['holders_count'],
  address: ['address_hash'],
  address_hash: ['address'],
  tx_count: ['transactions_count'],
  tx_fees: ['transaction_fees'],
  implementation_name: ['implementations'],
  implementation_address: ['implementations'],
  creation_tx_hash: ['creation_transaction_hash'],
}
const presentName = (key: string, read: object) => PRESENT_NAMES[key]?.find((name) => name in read)
