import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems assign ports from 32,768 on: one of these could be taken before the test uses it. */
const [FIRST, LAST] = [20_000, 32_000]
/** Two processes begin at different numbers. */
let next = randomInt(FIRST, LAST)

/** A free port on 127.0.0.1, for a server that a test starts. No port is repeated before all others were used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next = next + 1 < LAST ? next + 1 : FIRST
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
