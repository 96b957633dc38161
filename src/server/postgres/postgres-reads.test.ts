import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findPostgres, startPostgres, type PostgresServer } from '#platform/testing/postgres-server.ts'
import { openPostgres } from './postgres-database.ts'
import { openPostgresReads, type PostgresReads } from './postgres-reads.ts'
import { together } from '#platform/unanswered.ts'

describe.skipIf(findPostgres() === null)('reads of PostgreSQL (need PostgreSQL)', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres()
    write('CREATE TABLE item (id BIGINT PRIMARY KEY, bytes BYTEA, name TEXT)')
    write("INSERT INTO item VALUES (1, '\\x00ff', 'one'), (2, NULL, NULL)")
  })
  afterAll(() => {
    server.stop()
  })

  function write(sql: string) {
    const database = openPostgres(server.url)
    try {
      database.exec(sql)
    } finally {
      database.close()
    }
  }
  function open(options: Parameters<typeof openPostgresReads>[1] = {}): PostgresReads {
    const reads = openPostgresReads(server.url, options)
    onTestFinished(() => reads.close())
    return reads
  }

  test('a reading goes on at each answer, and what does not depend on another answer is asked with it', async () => {
    const reads = open()
    let rounds = 0
    const found = await reads.snapshot(() => {
      rounds += 1
      const first = reads.get<{ id: number }>('SELECT min(id) AS id FROM item')
      return together([
        () => reads.all('SELECT * FROM item WHERE id = ?', first?.id ?? 0),
        () => reads.get('SELECT name FROM item WHERE id = ?', 2),
        () => reads.get('SELECT name FROM item WHERE id = ?', 3),
      ])
    })
    expect(found).toEqual([[{ id: 1, bytes: Buffer.from([0, 255]), name: 'one' }], { name: null }, undefined])
    // Without an answer, with the first, with all.
    expect(rounds).toBe(3)
  })

  test('all of a reading is of one moment, whatever is written between its questions', async () => {
    const reads = open()
    const count = (nth: number) =>
      reads.get<{ count: number }>('SELECT count(*) AS count FROM item WHERE ? > 0', nth)?.count
    let isWritten = false
    const counts = await reads.snapshot(() => {
      const first = count(1)
      if (!isWritten) write("INSERT INTO item (id, name) VALUES (3, 'later')")
      isWritten = true
      return [first, count(2)]
    })
    expect(counts).toEqual([2, 2])
    expect(await reads.snapshot(() => count(1))).toBe(3)
    write('DELETE FROM item WHERE id = 3')
  })

  test('one that waits keeps nobody waiting but itself', async () => {
    const reads = open({ maxConnections: 2 })
    const order: string[] = []
    const holder = openPostgres(server.url)
    holder.get('SELECT pg_advisory_lock(7)::text AS held')
    const slow = reads
      .snapshot(() => reads.get('SELECT pg_advisory_xact_lock(7)::text AS held'))
      .then(() => order.push('slow'))
    for (let nth = 0; nth < 5; nth++) await reads.snapshot(() => reads.get('SELECT ?::bigint AS n', nth))
    order.push('others')
    holder.close()
    await slow
    expect(order).toEqual(['others', 'slow'])
  })

  test('a question has its own answer, however alike its values look', async () => {
    const reads = open()
    const isNull = (value: string | null) => reads.get('SELECT ?::text IS NULL AS answer', value)
    expect(await reads.snapshot(() => [isNull(''), isNull(null), isNull('null')])).toEqual([
      { answer: 0 },
      { answer: 1 },
      { answer: 0 },
    ])
  })

  test('more readings than connections wait for their turn, and each has its own answers', async () => {
    const reads = open({ maxConnections: 3 })
    const numbers = Array.from({ length: 200 }, (_, nth) => nth)
    const found = await Promise.all(
      numbers.map((nth) =>
        reads.snapshot(() => {
          const { n = 0 } = reads.get<{ n: number }>('SELECT ?::bigint AS n', nth) ?? {}
          return reads.get<{ n: number }>('SELECT ?::bigint * 2 AS n', n)?.n
        }),
      ),
    )
    expect(found).toEqual(numbers.map((nth) => 2 * nth))
  })

  test('a statement that fails, fails its reading and no other', async () => {
    const reads = open({ maxConnections: 1 })
    await expect(reads.snapshot(() => reads.get('SELECT 1 / ?::bigint AS n', 0))).rejects.toMatchObject({
      code: '22012',
      isLost: false,
    })
    expect(await reads.snapshot(() => reads.get('SELECT 1 AS one'))).toEqual({ one: 1 })
  })

  test('nothing can be written, and nothing asked outside of a reading', async () => {
    const reads = open()
    await expect(reads.snapshot(() => reads.all('DELETE FROM item'))).rejects.toThrow(/read-only/)
    expect(() => reads.get('SELECT 1 AS one')).toThrow('outside of a snapshot')
  })

  test('a server that is gone is said, and used again when it is back', async () => {
    const reads = open()
    const one = () => reads.snapshot(() => reads.get('SELECT 1 AS one'))
    expect(await one()).toEqual({ one: 1 })
    server.kill()
    await expect(one()).rejects.toMatchObject({ isLost: true })
    server.start()
    await expect.poll(() => one().catch(String)).toEqual({ one: 1 })
  })
})
