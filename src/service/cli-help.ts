/** The help of `npm run api`. */
import { type Dialect, DIALECTS } from '#shared/lists/dialects.ts'

export const DATA_DIR = '.data/nodes'
/** The dialect of today's instances, which clients written for them read. */
export const DEFAULT_DIALECT: Dialect = 'v12'

export const HELP = `npm run api -- [options]

Serves a sample chain, or the chain of an Ethereum node, over the Chain Data Read API, on 127.0.0.1 unless told otherwise.

  --port N           the port; without it, any free one
  --host ADDRESS     the IP address to listen on instead (0.0.0.0, or :: for all). Where others reach it, each
                     request but /health needs a --key. It is plain http: put a proxy with TLS before it
  --seed S           another chain, the same one for the same seed
  --transactions N   how many transactions it has
  --live             new blocks keep coming
  --sample-at TIME   its newest block is of this time, as 2026-01-31 or 2026-01-31T12:00Z, in every run; without it, of now
  --rpc URL          the chain of this node (http or ws), indexed on this machine, instead of the sample. May be
                     given more than once for nodes of one chain: blocks are read from all of them together
  --rpc-timeout T    how long an answer of a node is waited for: seconds (default: 15), or METHOD=SECONDS for one
                     method, as debug_traceBlockByNumber=120. May be given more than once
  --data-dir DIR     where its index is kept (default: ${DATA_DIR})
  --database URL     keep the index in this PostgreSQL database instead: postgres://USER:PASSWORD@HOST/NAME. Any
                     number of processes may name the same one: the first writes, the others stand by and serve.
                     Not in the app: see packages/server
  --role R           with --database: all (the default), writer (writes or stands by, and serves only /health and
                     /metrics), reader (without --rpc: serves what a writer writes, from a replica as well), or
                     worker (reads blocks from its --rpc for the writer that catches up, and serves nothing; any
                     number of them, on any machine)
  --chain ID         with --role reader: which chain, where the database has several
  --abi DIR          Foundry's out/ or Hardhat's artifacts/: names for contracts, methods and errors
  --from-block N     index the node's chain from this block on; without it, from its first (of a fork: from
                     the block where it was forked)
  --only ADDRESS     index only the transactions that name this address: as a party, in a log, in a token transfer, or
                     in a call, where the node traces whole blocks; and withdrawals to it. May be given more
                     than once. Headers of all blocks are kept; lists of other addresses say that they are not whole
  --newest-first     while the index is far behind its node, read and serve its newest blocks first, and the whole
                     chain when all of it is indexed
  --no-traces        do not ask the node for call traces: blocks are indexed without the calls inside transactions
  --verify           compare the index with the node, block by block, repair what differs, say what it was,
                     and end: with 0 where all is well then
  --dialect D        how responses are written: ${DIALECTS.join(', ')}. Without it ${DEFAULT_DIALECT}, what
                     instances speak today and their clients read; spec is the specification's own shape
  --cors ORIGIN      a website that may read the responses, as http://localhost:3000; may be given more
                     than once. Without it none may
  --rate N           refuse more than N requests a second of one client or key with 429; of /health more than ten, or
                     more than N where that is more
  --trust-proxy A    a proxy that says in X-Forwarded-For who asked it: its IP address, or a network as 10.0.0.0/8. May
                     be given more than once. Without it, all that come through a proxy have one rate
  --key K            a key of the Pro form, and with --host of every request; may be given more than once
                     (default: any key)
  --log json         the log on stderr as JSON Lines, with a line for each request
  --help             this text

Other users of a machine can read its command lines. These variables are read instead, where the option is not given:
  CHAINGLASS_RPC       URLs as --rpc takes them, with blanks between; not with --role reader
  CHAINGLASS_DATABASE  a URL as --database takes it
  CHAINGLASS_KEYS      keys as --key takes them, with blanks between

Besides the lists: /openapi.json describes them, /metrics is for Prometheus, /health for what watches it.
`
