/** The guards of what other users of the machine can reach: what listens on loopback, files, and links. */
import type { Guard } from './guard.ts'

const LOOPBACK = 'src/web/loopback-host.test.ts'
const SERVICE = 'src/service/http/connections.test.ts'
const KEYS = 'src/web/launch-keys.test.ts'
const FILE = 'src/web/launch-file.test.ts'
const LAUNCH_KEYS = 'src/web/launch-keys.ts'
const PRIVATE = 'src/platform/private-files.ts'
const MODES = 'src/host/file-modes.test.ts'
const OUTSIDE = 'src/renderer/features/outside-link/OutsideLinkDialog.browser.test.ts'
const WEB = 'src/web/loopback-host.ts'
const SERVER = 'src/platform/http/http-server.ts'
const LOAD = 'src/service/indexer/under-load.test.ts'
const DISK = 'src/host/full-disk.test.ts'
const WATCHLIST = 'src/core/watchlist/watchlist.ts'
const JUMPS = 'src/core/api-client/request/clock-jumps.test.ts'

export const MACHINE_GUARDS: readonly Guard[] = [
  {
    test: KEYS,
    title: 'has 256 bits',
    out: [[LAUNCH_KEYS, 'randomBytes(32)', 'randomBytes(8)']],
  },
  {
    test: KEYS,
    title: 'is exchanged once',
    out: [[LAUNCH_KEYS, 'codes.delete(challenge.keyId)\n', '']],
  },
  {
    test: LOOPBACK,
    title: 'refuses a missing or wrong proof',
    out: [[LAUNCH_KEYS, '!isSameSecret(proof,', 'isSameSecret(proof,']],
  },
  {
    test: KEYS,
    title: 'are compared by one function',
    out: [
      [
        LAUNCH_KEYS,
        "!isSameSecret(proof, sign(key.secret, proofText('page', challenge)))",
        "proof !== sign(key.secret, proofText('page', challenge))",
      ],
    ],
  },
  {
    test: FILE,
    title: 'can be read by its owner only',
    out: [[PRIVATE, 'const FILE_MODE = 0o600', 'const FILE_MODE = 0o644']],
  },
  {
    test: FILE,
    title: 'can be read by its owner only',
    out: [[PRIVATE, '\n  closeToOthers(path)\n}', '\n}']],
  },
  {
    test: FILE,
    title: 'follows no link',
    out: [[PRIVATE, 'if (found.isSymbolicLink()) throw', 'if (found.isFIFO()) throw']],
  },
  {
    test: FILE,
    title: 'what opens the browser',
    out: [['src/web/without-secrets.ts', '!SECRET_NAME.test(name)', "name !== ''"]],
  },
  {
    test: 'src/renderer/app/page-session.test.ts',
    title: 'a stranger in the host’s place',
    out: [
      [
        'src/renderer/app/page-session.ts',
        "if (answer.proof !== (await sign(proofText('host', handshake)))) return 'stranger'",
        '',
      ],
    ],
  },
  {
    test: LOOPBACK,
    title: 'opens by a link once, and under a name',
    out: [[WEB, "`${randomBytes(16).toString('hex')}.localhost`", "'localhost'"]],
  },
  {
    test: LOOPBACK,
    title: 'has no service worker',
    out: [
      [WEB, "request.headers['service-worker'] !== undefined", "request.headers['service-worker'] === ''"],
    ],
  },
  {
    test: LOOPBACK,
    title: 'gives no other page a challenge',
    out: [[WEB, '  if (request.headers.origin !== `http://${host}`) {', '  if (host === undefined) {']],
  },
  {
    test: LOOPBACK,
    title: 'is in no frame of another',
    out: [['src/shared/content-security-policy.ts', `    "frame-ancestors 'none'",\n`, '']],
  },
  {
    test: LOOPBACK,
    title: 'another origin, another host',
    out: [[WEB, "if (request.headers.origin !== `http://${host}`) return '403 Forbidden'", '']],
  },
  {
    test: LOOPBACK,
    title: 'answers to its own name only',
    out: [[WEB, "if (!hosts.has(request.headers.host ?? '')) {", 'if (hosts.size === 0) {']],
  },
  {
    test: LOOPBACK,
    title: 'takes no other form of its name, nor upgrades where page and host are named alike',
    out: [[WEB, "if (!hosts.has(host)) return '421 Misdirected Request'", '']],
  },
  {
    test: LOOPBACK,
    title: 'is heard on this machine only',
    out: [[SERVER, "host = '127.0.0.1'", "host = '0.0.0.0'"]],
  },
  {
    test: LOOPBACK,
    title: 'is heard on this machine only',
    out: [[WEB, 'withIpv6: true', 'withIpv6: false']],
  },
  {
    test: SERVICE,
    title: 'comes from this machine only',
    out: [['src/service/http/server.ts', 'host: listen.address,', "host: '0.0.0.0',"]],
  },
  {
    test: LOOPBACK,
    title: 'is answered, and the host goes on',
    out: [
      [
        WEB,
        "  const [path = ''] = url.split(/[?#]/, 1)",
        "  const path = new URL(url, 'http://loopback').pathname",
      ],
    ],
  },
  {
    test: SERVICE,
    title: 'is answered, also with a wish to upgrade',
    out: [
      [
        'src/service/http/routes.ts',
        'if (at < 0) return { pathname: url, query: NO_QUERY }',
        "if (at < 0) return { pathname: new URL(url, 'http://loopback').pathname, query: NO_QUERY }",
      ],
    ],
  },
  {
    test: LOOPBACK,
    title: 'what a handler throws is a 500',
    out: [
      [
        SERVER,
        "else response.writeHead(500, { 'content-length': 0, connection: 'close' }).end()",
        'else throw error',
      ],
    ],
  },
  {
    test: LOOPBACK,
    title: 'a refused upgrade that is reset',
    out: [[SERVER, "    socket.on('error', () => {\n      socket.destroy()\n    })\n", '']],
  },
  {
    test: LOOPBACK,
    title: 'a refused upgrade is ended from this side too',
    out: [
      [SERVER, 'content-length: 0\\r\\n\\r\\n`, destroy)', 'content-length: 0\\r\\n\\r\\n`)'],
      [SERVER, 'setTimeout(destroy, REFUSED_UPGRADE_MS)', 'setTimeout(() => undefined, REFUSED_UPGRADE_MS)'],
    ],
  },
  {
    test: LOOPBACK,
    title: '1,000 connections that never speak',
    out: [
      [SERVER, 'headersTimeout: limits.headersMs', 'headersTimeout: 0'],
      [SERVER, 'requestTimeout: limits.requestMs', 'requestTimeout: 0'],
    ],
  },
  {
    test: LOOPBACK,
    title: 'serves only what was built',
    out: [
      [
        'src/web/renderer-files.ts',
        'file: (path) => files.get(path),',
        "file: (path) => files.get(path) ?? (path.endsWith('.js') ? files.values().next().value : undefined),",
      ],
    ],
  },
  {
    test: MODES,
    title: 'are for their owner only, each of them',
    out: [[PRIVATE, 'const FILE_MODE = 0o600', 'const FILE_MODE = 0o644']],
  },
  {
    test: MODES,
    title: 'are for their owner only, each of them',
    out: [
      [PRIVATE, 'const FOLDER_MODE = 0o700', 'const FOLDER_MODE = 0o755'],
      [PRIVATE, '    chmodSync(path, found.mode & 0o777 & ~OTHERS)\n', ''],
    ],
  },
  {
    // The log alone.
    test: MODES,
    title: 'are for their owner only, each of them',
    out: [
      [
        PRIVATE,
        'O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, FILE_MODE)',
        'O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o644)',
      ],
    ],
  },
  {
    test: MODES,
    title: 'that were open to others',
    out: [[PRIVATE, '    chmodSync(path, found.mode & 0o777 & ~OTHERS)\n', '']],
  },
  {
    test: MODES,
    title: 'that were open to others',
    out: [['src/core/store/open-store.ts', '    closeOurs(dataDir)\n', '']],
  },
  {
    test: MODES,
    title: 'that are links lead to nothing',
    out: [[PRIVATE, 'O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW', 'O_WRONLY | O_CREAT | O_APPEND']],
  },
  {
    test: MODES,
    title: 'that is a link is refused',
    out: [
      ['src/platform/sqlite/database.ts', "    if (!readOnly && path !== ':memory:') closeFiles(path)\n", ''],
    ],
  },
  {
    test: OUTSIDE,
    title: 'a link from outside is shown in full and asked about',
    out: [['src/renderer/app/follow-host.ts', 'if (found) outsideLink.ask(found)', 'found?.open()']],
  },
  {
    test: OUTSIDE,
    title: 'the first question stays',
    out: [
      [
        'src/renderer/stores/outside-link.ts',
        'if (link.value) dropped.value += 1\n    else link.value = next',
        'link.value = next',
      ],
    ],
  },
  {
    test: LOAD,
    title: '50 readers walk lists while blocks come and the chain is reorganised',
    out: [
      [
        'src/service/indexer/sync/handle-reorg.ts',
        'undoBlocks(store, ancestor)',
        'undoBlocks(store, ancestor + 1)',
      ],
      [
        'src/service/indexer/sync/sync-blocks.ts',
        'if (hash !== undefined && block.parentHash !== hash) {',
        'if (false) {',
      ],
    ],
  },
  {
    test: LOAD,
    title: 'balance changes that are being read when the chain is reorganised',
    out: [
      [
        'src/service/indexer/read/lists/state-change-list.ts',
        '    if (findTransaction(context, request)?.block !== found.block) return null\n',
        '',
      ],
    ],
  },
  {
    test: 'src/core/query/query-handlers.test.ts',
    title: 'goes once so many others were asked',
    out: [['src/shared/lru-cache.ts', 'this.#turn += 1\n', 'this.#turn += 0\n']],
  },
  {
    test: 'src/core/many-views.test.ts',
    title: 'a core has no more open',
    out: [['src/core/query/ask-archive.ts', 'thread ??= create(path)', 'thread = create(path)']],
  },
  {
    test: 'src/core/day-of-use.test.ts',
    title: 'after 24 hours of use memory, handles, timers and statements',
    out: [['src/shared/rpc/server.ts', '          subscriptions.endAll()\n', '']],
  },
  {
    test: 'src/core/settings/settings.test.ts',
    title: 'of 5,000 addresses at most it is kept where they were seen',
    out: [['src/core/settings/recent-items.ts', '        removeOldest(addresses)\n', '']],
  },
  {
    test: 'src/platform/log/log-file.test.ts',
    title: 'goes on when the disk is full',
    out: [[PRIVATE, '      ftruncateSync(file, size)\n', '']],
  },
  {
    test: DISK,
    title: 'costs no setting and no label',
    // The list is then read within the transaction.
    out: [
      [WATCHLIST, 'const { size } = live()', 'const size = () => live().size'],
      [WATCHLIST, 'size: number', 'size: () => number'],
      [WATCHLIST, 'if (size + written.size', 'if (size() + written.size'],
    ],
  },
  {
    test: DISK,
    title: 'at the first start it is said, and nothing is kept',
    out: [['src/core/store/open-store.ts', "isNew ? ':memory:' : path", 'path']],
  },
  {
    test: DISK,
    title: 'leaves no half of a migration',
    out: [
      [
        'src/core/store/open-store.ts',
        "    if (version > 0 && version < latest) makeBackup(database, dataDir, 'migration', now())\n",
        '',
      ],
    ],
  },
  {
    test: DISK,
    title: 'keeps the keys that are there',
    out: [[PRIVATE, 'const draft = `${path}.new`', 'const draft = path']],
  },
  {
    test: DISK,
    title: 'ends no process',
    out: [
      [
        'src/core/activity/last-session.ts',
        "// If the disk can't be written, only this record is lost.",
        "throw new Error('full')",
      ],
    ],
  },
  {
    test: 'src/service/indexer/bad-files.test.ts',
    title: 'a full disk: it is said',
    out: [
      [
        'src/service/indexer/follow/chain-follower.ts',
        "      this.#send({ is: 'recovered', link: await this.#withNewBackground(link), ms })\n",
        '      throw error\n',
      ],
    ],
  },
  {
    test: JUMPS,
    title: 'it lasts as long as it said',
    out: [
      ['src/core/api-client/create-api-client.ts', 'now: () => performance.now()', 'now: () => Date.now()'],
    ],
  },
  {
    test: JUMPS,
    title: 'a date to come back at',
    out: [
      ['src/platform/http/limit-headers.ts', '(Number.isNaN(sentAt) ? Date.now() : sentAt)', 'Date.now()'],
    ],
  },
  {
    test: 'src/core/activity/activity-poller.test.ts',
    title: 'polls go on at their interval',
    out: [
      [
        'src/core/activity/activity-poller.ts',
        'const now = () => performance.now()',
        'const now = () => Date.now()',
      ],
    ],
  },
  {
    test: 'src/renderer/lists/model/use-complete-list.browser.test.ts',
    title: 'after too many requests it counts down',
    out: [['src/renderer/lists/model/open-list.ts', 'performance.now()', 'Date.now()']],
  },
  {
    test: 'src/service/http/cors.test.ts',
    title: 'the named origins may, and no other',
    out: [['src/service/http/cors.ts', '|| !allowed.has(origin)', '']],
  },
]
