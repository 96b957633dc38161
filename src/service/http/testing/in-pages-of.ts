import type { ChainReader } from '../../chain-reader.ts'

/** The same chain with another page size than requests ask for. */
export const inPagesOf = (limit: number, reader: ChainReader): ChainReader => ({
  ...reader,
  get chain() {
    return reader.chain
  },
  list: (id, request) => reader.list(id, { ...request, limit }),
})
