import type { ChainReader } from '../../chain-reader.ts'

/** The same chain, whose lists come in pages of another size than they are asked for. */
export const inPagesOf = (limit: number, reader: ChainReader): ChainReader => ({
  ...reader,
  get chain() {
    return reader.chain
  },
  list: (id, request) => reader.list(id, { ...request, limit }),
})
