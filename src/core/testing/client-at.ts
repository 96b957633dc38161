import { createApiClient, type ApiClientPorts } from '#core/api-client/create-api-client.ts'

/** A client with short waits and no chance in them, for tests. */
export const clientAt = (ports: Partial<ApiClientPorts> = {}) =>
  createApiClient({
    keyFor: () => undefined,
    userAgent: 'Chainglass/0.0.0 (test)',
    random: () => 0.5,
    ...ports,
    timeouts: { backoffMs: 2, rateLimitBackoffMs: 5, ...ports.timeouts },
  })
