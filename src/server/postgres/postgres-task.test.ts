import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres, startPostgres, type PostgresServer } from '#platform/testing/postgres-server.ts'
import { openPostgres } from './postgres-database.ts'
import { withPostgres } from './postgres-task.ts'

const NEVER = new AbortController().signal

describe.skipIf(findPostgres() === null)('a task of PostgreSQL (needs PostgreSQL)', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => {
    server.stop()
  })

  test('has no limit, whatever is usual for the user and for other connections', async () => {
    const admin = openPostgres(server.url)
    admin.exec(`ALTER ROLE CURRENT_USER SET statement_timeout = '100ms'`)
    try {
      const limits = { connectTimeoutMs: 5_000, statementTimeoutMs: 50 }
      const slept = await withPostgres(server.url, limits, NEVER, (ask) => ask('SELECT pg_sleep(0.4)'))
      expect(slept).toHaveLength(1)
    } finally {
      admin.exec('ALTER ROLE CURRENT_USER RESET statement_timeout')
      admin.close()
    }
  })

  test('ends with its signal, on the server as well', async () => {
    const ended = new AbortController()
    const admin = openPostgres(server.url)
    const running = () =>
      admin.get(`SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'`)
    const task = withPostgres(server.url, {}, ended.signal, (ask) => ask('SELECT pg_sleep(60)'))
    await expect.poll(running).toBeDefined()
    ended.abort()
    await expect(task).rejects.toMatchObject({ isLost: true })
    await expect.poll(running).toBeUndefined()
    admin.close()
    await expect(withPostgres(server.url, {}, ended.signal, () => Promise.resolve(1))).rejects.toThrow()
  })
})
