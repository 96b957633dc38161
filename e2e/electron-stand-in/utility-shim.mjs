// What Electron gives a utility process and a forked Node does not have.
import { EventEmitter } from 'node:events'

const parentPort = new EventEmitter()
parentPort.postMessage = (message) => process.send?.(message)
process.on('message', (message) => parentPort.emit('message', message))
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => undefined)
process.parentPort = parentPort
process.type = 'utility'
