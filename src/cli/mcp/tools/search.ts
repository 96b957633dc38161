import * as z from 'zod/mini'
import { searchResults } from '#shared/chain/search.ts'
import { describeKept } from '../../describe-kept.ts'
import { readDetail } from '../../session.ts'
import { placesOf, offsetPlace } from '../place.ts'
import { shapeAll, shapeFields } from '../shape.ts'
import { cursor, defineTool, limit, text } from '../tool.ts'

export const search = defineTool({
  name: 'search',
  title: 'Search by name or symbol',
  description:
    'Tokens by name or symbol, addresses by name, ENS names and hashes, as the source finds them. Anybody can give a token any symbol: `is_verified_via_admin_panel`, `holders` and `reputation` help to tell them apart.',
  input: { query: text(200, 'Such as USDC.'), ...shapeFields, limit, cursor },
  async run({ session, note, shape }, { query, limit: maxRows, cursor: at }) {
    const { item, kept } = await readDetail(session, { detail: 'search-quick', params: { q: query } })
    if (kept) note(describeKept(kept))
    const read = z.safeParse(searchResults, item)
    const found = read.success ? read.data : []
    const places = placesOf([session.source.id, query], offsetPlace)
    const { offset: start } = at === undefined ? { offset: 0 } : places.read(at)
    const shown = shapeAll(found.slice(start, start + maxRows), shape)
    const offset = start + shown.data.length
    return {
      data: { found: found.length, results: shown.data },
      isCut: shown.isCut,
      readAt: kept?.readAt,
      next: offset >= found.length ? null : places.write({ offset }),
    }
  },
})
