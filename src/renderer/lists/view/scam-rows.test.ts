import { describe, expect, test } from 'vitest'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { RowDealings } from '../poisoning/row-dealings.ts'
import { foldReason } from './scam-rows.ts'

describe('scam rows', () => {
  const row = (item: object): GridRow => ({ kind: 'item', key: '1', item })
  const isScamRow = (of: GridRow, list: string | undefined) =>
    foldReason(of, list, new RowDealings(own)) === 'scam'
  const own = `0x${'a'.repeat(40)}`
  test('by their token or the other party, never by the address whose list it is', () => {
    expect(isScamRow(row({ token: { reputation: 'scam' } }), own)).toBe(true)
    expect(isScamRow(row({ token: { reputation: 'ok' } }), own)).toBe(false)
    expect(isScamRow(row({ from: { hash: '0xB', is_scam: true } }), own)).toBe(true)
    expect(isScamRow(row({ from: { hash: own.toUpperCase(), is_scam: true } }), own.toLowerCase())).toBe(
      false,
    )
    expect(isScamRow(row({ from: null, to: null }), own)).toBe(false)
  })

  test('never by the token whose list it is', () => {
    const token = { reputation: 'scam', address_hash: own.toUpperCase().replace('0X', '0x') }
    expect(isScamRow(row({ token }), own)).toBe(false)
    expect(isScamRow(row({ token, from: { hash: own, is_scam: true } }), own)).toBe(false)
    expect(isScamRow(row({ token }), `0x${'b'.repeat(40)}`)).toBe(true)
    expect(isScamRow(row({ token: { reputation: 'scam' } }), undefined)).toBe(true)
  })
})
