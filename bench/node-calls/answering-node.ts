/** A node that answers at once, over HTTP and WebSocket: what a call costs is the client's. Says its port on stdout. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

interface Asked {
  readonly id: number
  readonly params: readonly unknown[]
}

/** As many characters as it is asked for. */
const answer = ({ id, params }: Asked) => ({ jsonrpc: '2.0', id, result: 'f'.repeat(Number(params[0])) })

const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const asked = JSON.parse(Buffer.concat(pieces).toString()) as Asked | Asked[]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
  })
})
new WebSocketServer({ server }).on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    socket.send(JSON.stringify(answer(JSON.parse(data.toString()) as Asked)))
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port)
})
