/**
 * The indexer: follows an Ethereum JSON-RPC node and serves the API's lists from an index on this machine.
 *
 * Data flows one way, and each folder imports only folders named before it:
 * `model/` (shared types) <- `decode/` (ABIs, events, texts; no I/O) <- `node/` (JSON-RPC) and `store/` (SQLite)
 * <- `sync/` (writes what the node gives into the store) and `read/` (the store as lists; knows neither node nor sync)
 * <- `follow/` (connects these parts and keeps them running).
 */
export type { FollowedChain, FollowOptions } from './follow/follow-options.ts'
export { startFollower as followChain } from './follow/start-follower.ts'
