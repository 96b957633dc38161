/** Questions over a database in memory, which is asked by the connection that writes it. */
import { expect, test } from 'vitest'
import { createQueryWorld, transaction } from './testing/kept-world.ts'

test('what is written while a question is answered is written, at each moment of the answer', async () => {
  const world = createQueryWorld(':memory:')
  const scope = world.scope()
  let rows = 0
  const write = () => {
    rows += 1
    const all = Array.from({ length: rows }, (_, at) => transaction(rows - at))
    world.hold(scope, all, ({ hash }: { readonly hash: string }) => hash)
    world.archive.flush()
  }
  write()
  const question = { scope, text: 'block>0' }
  for (let ticks = 0; ticks < 30; ticks += 1) {
    let isOver = false
    const asked = world.find(question).finally(() => {
      isOver = true
    })
    for (let tick = 0; tick < ticks && !isOver; tick += 1) await Promise.resolve()
    write()
    expect((await asked).count).toBeGreaterThan(0)
    expect(await world.find(question)).toMatchObject({ count: rows, loaded: rows })
  }
  world.questions.close()
  world.archive.close()
})
