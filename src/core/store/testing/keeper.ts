/** A process that opens a store, notes something, says so, and stays until it is killed. */
import { openStore } from '../open-store.ts'
import { createRemembered } from '../remembered.ts'

const store = openStore({ dataDir: process.argv[2] ?? '' })
createRemembered(store).write('note', 'of the child')
process.send?.('open')
setInterval(() => undefined, 60_000)
