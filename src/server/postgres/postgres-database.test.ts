import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { changeOf, tableOf } from '#platform/table.ts'
import { findPostgres, startPostgres, type PostgresServer } from '#platform/testing/postgres-server.ts'
import { openPostgres, PostgresError, type PostgresDatabase } from './postgres-database.ts'

// Installed by `npm test` where packages can be installed.
describe.skipIf(findPostgres() === null)('a PostgreSQL database (needs PostgreSQL)', () => {
  let server: PostgresServer
  let database: PostgresDatabase

  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => {
    server.stop()
  })
  beforeEach(() => {
    database = open()
    database.exec(
      'DROP TABLE IF EXISTS item; CREATE TABLE item (id BIGINT PRIMARY KEY, bytes BYTEA, name TEXT)',
    )
  })

  function open(options: Parameters<typeof openPostgres>[1] = {}): PostgresDatabase {
    const opened = openPostgres(server.url, options)
    onTestFinished(() => {
      opened.close()
    })
    return opened
  }
  const names = () =>
    database.all<{ name: string }>('SELECT name FROM item ORDER BY id').map(({ name }) => name)
  const add = (id: number, name: string) =>
    database.run('INSERT INTO item (id, name) VALUES (?, ?)', id, name)

  test('numbers, bytes, texts and nothing come back as they went in', () => {
    const bytes = new Uint8Array([0, 1, 255])
    database.run('INSERT INTO item VALUES (?, ?, ?)', 2 ** 53 - 1, bytes, 'ä\u{1f600}')
    database.run('INSERT INTO item VALUES (?, ?, ?)', 1, null, null)
    expect(database.all('SELECT * FROM item ORDER BY id')).toEqual([
      { id: 1, bytes: null, name: null },
      { id: 2 ** 53 - 1, bytes: Buffer.from(bytes), name: 'ä\u{1f600}' },
    ])
  })

  test('the character that PostgreSQL has not is replaced, whether a text is sent by itself or with others', () => {
    add(1, 'a\0b')
    database.transaction(() => {
      for (const id of [2, 3]) database.send('INSERT INTO item (id, name) VALUES (?, ?)', id, 'a\0b')
    })
    expect(names()).toEqual(['a\ufffdb', 'a\ufffdb', 'a\ufffdb'])
    expect(database.get('SELECT count(*) AS count FROM item WHERE name = ?', 'a\0b')).toEqual({ count: 3 })
  })

  test('more texts of statements than are kept are answered all the same', () => {
    for (let at = 0; at < 1_100; at++)
      expect(database.get(`SELECT ?::bigint + ${String(at)} AS n`, at)).toEqual({ n: 2 * at })
    const { count } =
      database.get<{ count: number }>('SELECT count(*) AS count FROM pg_prepared_statements') ?? {}
    expect(count).toBeLessThanOrEqual(500)
  })

  test('a number that JavaScript can not hold exactly is an error, and as text it is whole', () => {
    database.run('INSERT INTO item (id) VALUES (?)', 2n ** 53n)
    expect(() => database.get('SELECT id FROM item')).toThrow('beyond what a number can hold')
    expect(database.get('SELECT CAST(id AS TEXT) AS id FROM item')).toEqual({ id: '9007199254740992' })
  })

  test('many short statements, one after the other, each have their own reply', () => {
    for (let at = 0; at < 20_000; at++) {
      if (database.get<{ n: number }>('SELECT ?::bigint AS n', at)?.n !== at)
        expect.fail(`reply ${String(at)}`)
    }
  })

  test('of a transaction that fails nothing is kept, neither what was waited for nor what was sent', () => {
    add(1, 'before')
    expect(() =>
      database.transaction(() => {
        add(2, 'waited for')
        database.send('INSERT INTO item (id, name) VALUES (?, ?)', 3, 'sent')
        throw new Error('changed its mind')
      }),
    ).toThrow('changed its mind')
    expect(names()).toEqual(['before'])
  })

  test('the failure of a statement that was sent fails its transaction, and nothing after it', () => {
    add(1, 'before')
    expect(() => {
      database.transaction(() => {
        database.send('INSERT INTO item (id, name) VALUES (?, ?)', 2, 'sent')
        database.send('INSERT INTO item (id, name) VALUES (?, ?)', 1, 'twice')
      })
    }).toThrow(/duplicate key/)
    expect(names()).toEqual(['before'])
    add(2, 'after')
    expect(names()).toEqual(['before', 'after'])
  })

  test('many rows that are handed over at once are written as they are, in their order with what else is sent', () => {
    database.exec(
      'DROP TABLE IF EXISTS other; CREATE TABLE other (id BIGINT PRIMARY KEY, count BIGINT NOT NULL)',
    )
    interface Item {
      readonly id: number
      readonly bytes: Uint8Array | null
      readonly name: string | null
    }
    interface Count {
      readonly id: number
      readonly count: number
    }
    const item = tableOf<Item>('item', ['id', 'bytes', 'name'])
    const other = tableOf<Count>('other', ['id', 'count'])
    const add = changeOf<Count>(
      'other',
      'id',
      ['count'],
      (given, { greatest }) => `count = count + ${greatest(given('count'), '1')}`,
    )
    const texts = ['plain', 'a "quoted" \\ one, {in} braces', '', 'NULL', null, 'ä\u{1f600}\n']
    const rows = Array.from({ length: 2_500 }, (_, id) => ({
      id,
      bytes: id % 3 === 0 ? null : new Uint8Array([id % 256, 92, 34]),
      name: texts[id % 6] ?? null,
    }))
    database.transaction(() => {
      database.insertRows(item, rows)
      database.insertRows(
        other,
        rows.map(({ id }) => ({ id, count: id })),
      )
      database.changeRows(
        add,
        rows.map(({ id }) => ({ id, count: id % 10 })),
      )
      database.send('DELETE FROM item WHERE id >= ?', 2_400)
      database.insertRows(item, [{ id: 2_400, bytes: null, name: 'after the deletion' }])
      database.insertRows(item, [{ id: 8, bytes: null, name: 'is there already' }], 'keep')
      // Twice in one statement.
      const anew = { id: 7, bytes: new Uint8Array([1]), name: 'set anew' }
      const again = { id: 7, bytes: new Uint8Array([2]), name: 'and once more' }
      database.insertRows(item, [anew, again], 'replace')
      database.insertRows(item, [])
    })
    const items = database.all<{ id: number; bytes: Uint8Array | null; name: string | null }>(
      'SELECT id, bytes, name FROM item ORDER BY id',
    )
    expect(items).toHaveLength(2_401)
    expect(items[7]).toEqual({ id: 7, bytes: Buffer.from([2]), name: 'and once more' })
    expect(items[2_400]).toEqual({ id: 2_400, bytes: null, name: 'after the deletion' })
    for (const { id, bytes, name } of items.slice(8, 2_400)) {
      expect(name).toBe(texts[id % 6] ?? null)
      expect(bytes).toEqual(id % 3 === 0 ? null : Buffer.from([id % 256, 92, 34]))
    }
    const counts = database.all<Count>('SELECT id, count FROM other ORDER BY id')
    expect(counts).toEqual(rows.map(({ id }) => ({ id, count: id + Math.max(id % 10, 1) })))
  })

  test('many keys are looked up by one statement', () => {
    for (const [id, name] of [
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
    ] as const)
      add(id, name)
    const found = database.lookUp<{ id: number; name: string }>(
      { table: 'item', key: ['id'], columns: ['name'] },
      [[3], [1], [9]],
    )
    expect(found.sort((a, b) => a.id - b.id)).toEqual([
      { id: 1, name: 'one' },
      { id: 3, name: 'three' },
    ])
  })

  test('all that a snapshot reads is of one moment, and it can not write', () => {
    const other = open()
    database.snapshot(() => {
      expect(names()).toEqual([])
      other.run("INSERT INTO item (id, name) VALUES (1, 'later')")
      expect(names()).toEqual([])
    })
    expect(names()).toEqual(['later'])
    expect(() => database.snapshot(() => add(2, 'in it'))).toThrow(/read-only/)
  })

  test('a snapshot ends without anybody waiting, and a connection that is lost after it costs nobody anything', async () => {
    const admin = open()
    const { pid = 0 } = database.get<{ pid: number }>('SELECT pg_backend_pid() AS pid') ?? {}
    const state = () => admin.get('SELECT state FROM pg_stat_activity WHERE pid = ?', pid)
    for (let times = 0; times < 100; times++) database.snapshot(names)
    await expect.poll(state).toEqual({ state: 'idle' })
    database.snapshot(() => {
      names()
      admin.get('SELECT pg_terminate_backend(?, 5000)', pid)
    })
    expect(database.snapshot(names)).toEqual([])
    add(1, 'next')
    expect(names()).toEqual(['next'])
  })

  test('a transaction whose connection is lost is not committed in part, and the next one has a new connection', () => {
    const admin = open()
    const { connections } = database
    const end = () => {
      const { pid } = database.get<{ pid: number }>('SELECT pg_backend_pid() AS pid') ?? {}
      admin.get('SELECT pg_terminate_backend(?, 5000)', pid ?? null)
    }
    expect(() => {
      database.transaction(() => {
        add(1, 'before the loss')
        end()
        database.send('INSERT INTO item (id, name) VALUES (?, ?)', 2, 'sent after it')
      })
    }).toThrow(PostgresError)
    database.transaction(() => add(3, 'next'))
    expect(names()).toEqual(['next'])
    expect(database.connections).toBe(connections + 1)
  })

  test('a server that is gone is said, and used again when it is back', () => {
    server.kill()
    let error: unknown
    try {
      database.get('SELECT 1')
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ isLost: true })
    expect(() => openPostgres(server.url, { connectTimeoutMs: 500 })).toThrow(PostgresError)
    server.start()
    expect(database.get('SELECT 1 AS one')).toEqual({ one: 1 })
  })

  test('a connection whose first statements fail is not used', () => {
    expect(() =>
      open({ setUp: ["DO $$ BEGIN RAISE EXCEPTION 'not now' USING ERRCODE = '55P03'; END $$"] }),
    ).toThrow(expect.objectContaining({ code: '55P03', isLost: false }) as Error)
  })

  test('a statement that takes too long is ended', () => {
    const slow = open({ statementTimeoutMs: 200 })
    expect(() => slow.get('SELECT pg_sleep(30)')).toThrow(/statement timeout/)
    expect(slow.get('SELECT 1 AS one')).toEqual({ one: 1 })
  })
})
