/** A process that opens a store, notes something, says so, and stays until it is killed. */
import { openStore } from '../open-store.ts'
import { createKeyValueStore } from '../key-value-store.ts'

const store = openStore({ dataDir: process.argv[2] ?? '' })
createKeyValueStore(store).write('note', 'of the child')
process.send?.('open')
setInterval(() => undefined, 60_000)
