import { createCore, type Core, type CorePorts } from '../create-core.ts'
import { noNodes } from '../nodes/testing/no-nodes.ts'

/** A whole core as the loopback host starts one, without a sample chain and without nodes. */
export const createTestCore = (dataDir: string, ports: Partial<CorePorts> = {}): Promise<Core> =>
  createCore({
    dataDir,
    host: 'loopback',
    version: '0.0.0',
    vault: 'session',
    callHost: () => Promise.resolve(null),
    services: { sampleUrl: () => Promise.reject(new Error('no sample here')), nodes: noNodes },
    log: () => undefined,
    ...ports,
  })
