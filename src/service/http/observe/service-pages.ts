/** Pages about the service itself: its OpenAPI document, metrics for Prometheus, and health. */
import type { Dialect } from '#shared/lists/dialects.ts'
import type { ChainReader } from '../../chain-reader.ts'
import { createOpenApiDocument } from '../openapi/openapi-document.ts'
import { type ApiResponse, json } from '../response.ts'
import { SERVICE_PATHS, type ServicePage } from '../routes.ts'
import { healthOf } from './health.ts'
import { createMetrics } from './metrics.ts'

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export interface ServicePages {
  /** The function that makes the page at this path; null for any other path. */
  find(path: string): (() => ApiResponse) | null
  count(this: void, answered: { readonly route: string; readonly status: number; readonly ms: number }): void
}

export interface ServicePagesOptions {
  readonly reader: ChainReader
  readonly url: string
  readonly needsKey?: boolean
  readonly dialect?: Dialect
}

export function createServicePages(options: ServicePagesOptions): ServicePages {
  const { reader, url, dialect = 'spec', needsKey = false } = options
  const metrics = createMetrics(reader)
  let document: ApiResponse | undefined
  const pages: Readonly<Record<ServicePage, () => ApiResponse>> = {
    // Created at the first request, because most services never need it.
    openapi: () => (document ??= json(200, createOpenApiDocument({ url, dialect, needsKey }))),
    metrics: () => ({ status: 200, type: METRICS_TYPE, body: metrics.write() }),
    health: () => healthOf(reader),
  }
  return {
    find: (path) =>
      Object.hasOwn(SERVICE_PATHS, path) ? pages[SERVICE_PATHS[path as keyof typeof SERVICE_PATHS]] : null,
    count({ route, status, ms }) {
      metrics.add(route, status, ms / 1000)
    },
  }
}
