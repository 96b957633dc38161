/** One PostgreSQL server for all tests of a run that keep their indexes in a database (vitest.config.ts). */
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#platform/testing/postgres-server.ts'

export default async function setUp(project: TestProject) {
  const server = await startPostgres()
  project.provide('testDatabase', server.url)
  return () => {
    server.stop()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: string
  }
}
