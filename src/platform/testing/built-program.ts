/**
 * The files that tests start as processes. They are built before the tests (scripts/ensure-programs.mjs), and start
 * four times as fast.
 */
import { join } from 'node:path'

const OUT = join(import.meta.dirname, '../../../out')

/** A program of vite.node.config.ts, or the service of vite.server.config.ts. */
export const builtProgram = (name: 'cli' | 'core' | 'node-worker' | 'service' | 'web'): string =>
  join(OUT, name === 'service' ? 'server' : 'node', `${name}.js`)

/** A helper of vite.test-node.config.ts. */
export const builtHelper = (name: string): string => join(OUT, 'test-node', `${name}.js`)
