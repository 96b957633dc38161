import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems give their own ports, and those of connections, from 32,768 on: one of these would be taken before it is used. */
const [FIRST, LAST] = [20_000, 32_000]
/** Two processes begin at different places. */
let next = randomInt(FIRST, LAST)

/** On 127.0.0.1, for a server that a test starts. None is given twice before all others were. */
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
