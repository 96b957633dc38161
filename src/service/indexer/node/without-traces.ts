import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeRefusal } from '#platform/json-rpc/node-failure.ts'

const TRACES = /^(?:trace|debug)_/
const METHOD_NOT_FOUND = -32601
const refusal = () => new NodeRefusal(METHOD_NOT_FOUND, 'call traces are not asked for')

/** The same connection, on which nothing is asked that makes a node run transactions again. */
export function withoutTraces(connection: NodeConnection): NodeConnection {
  return {
    get url() {
      return connection.url
    },
    async request(method, params, options) {
      if (TRACES.test(method)) throw refusal()
      return connection.request(method, params, options)
    },
    async many(calls, options) {
      const others = calls.filter(({ method }) => !TRACES.test(method))
      const given = others.length === 0 ? [] : await connection.many(others, options)
      const next = given.values()
      return calls.map(({ method }) => (TRACES.test(method) ? refusal() : (next.next().value ?? refusal())))
    },
    subscribe: connection.subscribe,
    get batches() {
      return connection.batches
    },
    set batches(on) {
      connection.batches = on
    },
    get takesBlockHash() {
      return connection.takesBlockHash
    },
    set takesBlockHash(takes) {
      connection.takesBlockHash = takes
    },
    close() {
      connection.close()
    },
  }
}
