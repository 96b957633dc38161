import type { SourceView } from '#shared/rpc/contract/sources.ts'

/** An instance as the core sends it, named by its id. */
export const instanceView = (id: string, more: Partial<SourceView> = {}): SourceView =>
  ({
    id,
    name: id,
    host: `${id}.example`,
    kind: 'instance',
    baseUrl: `https://${id}.example`,
    auth: 'x-api-key',
    coin: { symbol: 'ETH', decimals: 18 },
    builtIn: false,
    limits: {},
    key: { state: 'none' },
    ...more,
  }) as SourceView
