import { describe, expect, it } from 'vitest'
import type { NewsItem } from '#shared/rpc/contract/news.ts'
import { newsWords } from './news-words.ts'

const item = (counts: Partial<NewsItem>): NewsItem => ({
  id: 1,
  source: 'sample',
  transactions: 0,
  transfers: 0,
  internal: 0,
  more: false,
  at: '2026-11-20T00:00:00Z',
  ...counts,
})

describe('what is new, in words', () => {
  it('names what there is and nothing else', () => {
    expect(newsWords(item({ transactions: 1 }))).toBe('1 new transaction')
    expect(newsWords(item({ transactions: 1_203, internal: 2 }))).toBe(
      '1,203 new transactions, 2 internal transactions',
    )
    expect(newsWords(item({ transfers: 50, more: true }))).toBe('50 new transfers, and more')
  })
})
