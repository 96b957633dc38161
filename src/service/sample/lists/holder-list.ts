import type { ListPage, ListRequest, Position, WireItem } from '../../chain-reader.ts'
import type { Participant } from '../chain/chain-model.ts'
import type { HolderGroup, Snapshot } from '../chain/snapshot.ts'
import { holderGroups } from '../chain/holder-groups.ts'
import { tokenConfig, tokenOfAsset, type TokenKey } from '../config/tokens.ts'
import { addressItem, checksummed } from '../items/address-items.ts'
import { readBigInt, readText } from './cursor-values.ts'

interface Row {
  readonly group: HolderGroup
  readonly participant: Participant
}

/** `/tokens/{hash}/holders`, greatest amount first; for a token with ids, one row per holder and id. */
export const holdersOfToken = (snapshot: Snapshot, key: TokenKey, request: ListRequest): ListPage =>
  holdersInGroups(snapshot, holderGroups(snapshot, key), request)

export function holdersInGroups(
  snapshot: Snapshot,
  groups: readonly HolderGroup[],
  { after, limit }: ListRequest,
): ListPage {
  const start = after === null ? { group: 0, index: 0 } : startAfter(snapshot, groups, after)
  const rows: Row[] = []
  for (let at = start.group; at < groups.length && rows.length <= limit; at++) {
    const group = groups[at]
    if (!group) break
    for (
      let index = at === start.group ? start.index : 0;
      index < group.count && rows.length <= limit;
      index++
    )
      rows.push({ group, participant: group.at(index) })
  }
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(({ group, participant }): WireItem => ({
      address: addressItem(snapshot, participant),
      token_id: idOf(group),
      value: shownValue(group),
    })),
    next: last
      ? {
          address_hash: checksummed(snapshot, last.participant),
          value: shownValue(last.group),
          token_id: idOf(last.group),
        }
      : null,
  }
}

/** After the cursor's holder; if its balance has changed since, after all holders with the cursor's amount. */
function startAfter(snapshot: Snapshot, groups: readonly HolderGroup[], after: Position) {
  const value = readBigInt(after, 'value')
  const id = readText(after, 'token_id')
  const participant = snapshot.model.findParticipant((readText(after, 'address_hash') ?? '').toLowerCase())
  if (participant) {
    for (const [at, group] of groups.entries()) {
      if ((value !== null && group.value !== value) || idOf(group) !== id) continue
      const index = group.indexOf(participant)
      if (index >= 0) return { group: at, index: index + 1 }
    }
  }
  const below = value === null ? -1 : groups.findIndex((group) => group.value < value)
  return { group: below < 0 ? groups.length : below, index: 0 }
}

function idOf({ asset }: HolderGroup): string | null {
  const id = tokenOfAsset(asset)?.id ?? null
  return id === null ? null : String(id)
}

/** Null for a confidential token. */
function shownValue({ asset, value }: HolderGroup): string | null {
  const token = tokenOfAsset(asset)
  return token && tokenConfig(token.key).type === 'ERC-7984' ? null : String(value)
}
