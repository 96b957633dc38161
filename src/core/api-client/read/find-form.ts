/** Finds how a source wrote an item, where that differs from what was read of it. */
import { removeKey } from '#platform/log/redact.ts'
import type { WireForm } from '#shared/chain/wire-form.ts'
import { findExcess } from '#shared/json-bounds.ts'
import { numberSource } from '#shared/lossless-json.ts'
import { ITEM_BOUNDS } from './explain-unreadable.ts'

/**
 * `raw`: the item with the sources of its numbers, from `parseLosslessJson`. Undefined if nothing differs. Parts that
 * both share are not looked at, so this costs little for most items. An item that exceeds a limit has no form.
 */
export function findForm(raw: unknown, read: unknown): WireForm | undefined {
  return raw === read || findExcess(raw, ITEM_BOUNDS) ? undefined : formOf(raw, read)
}

function formOf(raw: unknown, read: unknown): WireForm | undefined {
  if (raw === read) return typeof raw === 'string' && numberSource(raw) !== undefined ? write(raw) : undefined
  if (!isNested(raw) || !isNested(read) || Array.isArray(raw) !== Array.isArray(read)) return write(raw)
  return Array.isArray(raw) && raw.length !== (read as unknown[]).length
    ? write(raw)
    : formOfMembers(raw, read)
}

function formOfMembers(raw: object, read: object): WireForm | undefined {
  const theirs = Object.entries(raw)
  const names: Record<string, string> = {}
  const added: string[] = []
  const parts: Record<string, WireForm> = {}
  for (const [at, [name, value]] of Object.entries(read).entries()) {
    const [theirName, theirValue] = theirs[at] ?? []
    if (theirName === undefined) {
      added.push(name)
      continue
    }
    if (theirName !== name) {
      // Only a renamed member is another one at the same place.
      if (Object.hasOwn(raw, name) || Object.hasOwn(read, theirName)) return write(raw)
      names[name] = theirName
    }
    const form = formOf(theirValue, value)
    if (form !== undefined) parts[name] = form
  }
  if (theirs.length > Object.keys(read).length) return write(raw)
  const form = {
    ...(Object.keys(names).length > 0 ? { names } : {}),
    ...(added.length > 0 ? { added } : {}),
    ...(Object.keys(parts).length > 0 ? { parts } : {}),
  }
  return Object.keys(form).length > 0 ? form : undefined
}

/** The JSON of a value as its source wrote it, without texts that look like keys. */
function write(value: unknown): string {
  if (typeof value === 'string') return numberSource(value) ?? JSON.stringify(removeKey(value))
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (!isNested(value)) return JSON.stringify(value ?? null)
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(removeKey(name))}:${write(one)}`,
  )
  return `{${members.join(',')}}`
}

/** The JSON of an item that could not be read; undefined if it exceeds a limit. */
export const wholeText = (raw: unknown): string | undefined =>
  findExcess(raw, ITEM_BOUNDS) ? undefined : write(raw)

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null
