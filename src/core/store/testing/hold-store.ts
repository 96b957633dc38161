/** A process for tests that opens a store, writes something, reports it, and waits until it is killed. */
import { openStore } from '../open-store.ts'
import { createKeyValueStore } from '../key-value-store.ts'

const store = openStore({ dataDir: process.argv[2] ?? '' })
createKeyValueStore(store).write('note', 'of the child')
process.send?.('open')
setInterval(() => undefined, 60_000)
