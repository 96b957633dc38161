/** Guards of keys and of secrets within URLs. */
import type { Guard } from './guard.ts'

const ACCESS_TEST = 'src/service/http/access/access.test.ts'
const ACCESS = 'src/service/http/access/access.ts'
const NEEDS_KEY = 'if (account === null && needsKey(request, url))'
const PLANTED_URL = 'src/host/planted-url.test.ts'

const CLUSTER = 'src/server/cluster'
const POSTGRES_INDEX = 'src/server/store/postgres-index.ts'

export const SECRET_GUARDS: readonly Guard[] = [
  {
    test: 'src/service/cli-options.test.ts',
    title: 'are read from variables',
    out: [['src/service/cli-options.ts', "    ...(database !== '' && { database }),\n", '']],
  },
  ...(
    [
      [
        'deploy/compose.yaml',
        "--port, '4000', --log, json]",
        "--port, '4000', --log, json, --key, '${CHAINGLASS_KEYS:?}']",
      ],
      ['deploy/haproxy.cfg', '%HM %[var(txn.path)]', '%HM %HU'],
    ] as const
  ).map((out): Guard => ({
    test: `${CLUSTER}/deploy.test.ts`,
    title: 'comes up, serves, survives the loss of each part, and shows no secret',
    out: [out],
  })),
  {
    test: `${CLUSTER}/bad-databases.test.ts`,
    title: 'a wrong password',
    out: [[POSTGRES_INDEX, 'return `${searchParams', 'return `${url}${searchParams']],
  },
  {
    test: 'src/service/cli-options.test.ts',
    title: 'refuse the URL',
    out: [
      [
        'src/service/cli-options.ts',
        "return hash === '' && !`${pathname}${search}`.includes('@')",
        'return `${hash}${pathname}${search}` !== null',
      ],
    ],
  },
  {
    test: `${CLUSTER}/bad-databases.test.ts`,
    title: 'whose lock is gone with its connection',
    out: [[POSTGRES_INDEX, '[KEEPALIVE, PLANS, lock(schema), ', '[KEEPALIVE, PLANS, ']],
  },
  {
    test: `${CLUSTER}/readers.test.ts`,
    title: 'each page of a list from another reader',
    out: [
      ['src/server/cluster/shared-chain.ts', 'if (index.isReplica) await waitForCursor(store, request)', ''],
    ],
  },
  {
    test: 'src/core/cases/planted-secrets.test.ts',
    title: 'no key, no secret of a URL',
    out: [
      [
        'src/core/cases/public-text.ts',
        'const line = (text: string) => removeSecrets(text, known)',
        'const line = (text: string) => text',
      ],
    ],
  },
  {
    test: 'src/core/keys/planted-key.test.ts',
    title: 'a planted key',
    out: [
      [
        'src/core/api-client/request/judge-response.ts',
        "removeSecrets(body.toString('utf8').replace(/^\\ufeff/, ''), secretsOf(request))",
        "body.toString('utf8').replace(/^\\ufeff/, '')",
      ],
    ],
  },
  {
    test: 'src/platform/log/secret-forms.test.ts',
    title: 'a secret is taken out',
    out: [['src/platform/log/secret-forms.ts', '      ...base64,\n', '']],
  },
  {
    test: 'src/core/keys/keys.test.ts',
    title: 'is that of one origin',
    out: [['src/core/keys/keys.ts', '  return isKnown\n', "  return isKnown || id !== ''\n"]],
  },
  {
    test: PLANTED_URL,
    title: 'is followed by its whole URL',
    out: [['src/core/sources/source-rows.ts', 'rpc_url: publicUrl', 'rpc_url: source.rpcUrl']],
  },
  {
    test: PLANTED_URL,
    title: 'is read by its whole URL',
    out: [['src/core/sources/source-rows.ts', 'base_url: publicUrl', 'base_url: source.baseUrl']],
  },
  {
    test: PLANTED_URL,
    title: 'is moved to the vault',
    out: [
      [
        'src/core/sources/move-url-secrets.ts',
        '.filter(({ path }) => !removeFromBackup(path, moved))',
        '.filter(() => false)',
      ],
    ],
  },
  {
    test: 'src/renderer/features/omnibox/search-text.test.ts',
    title: 'is sent nowhere',
    out: [
      [
        'src/renderer/features/omnibox/search-text.ts',
        "if (text.length > MAX_LENGTH || text.split(' ').length > MAX_WORDS) return undefined",
        '',
      ],
    ],
  },
  ...(
    [
      ['targets.length > 0 || ', ''],
      ['!ENOUGH.test(text)', 'false'],
      ['/^0x|^\\?|', '/^\\?|'],
    ] as const
  ).map(([find, replace]): Guard => ({
    test: 'src/renderer/features/omnibox/Omnibox.browser.test.ts',
    title: 'an address, a hash and half of one',
    out: [['src/renderer/features/omnibox/search-text.ts', find, replace]],
  })),
  {
    test: ACCESS_TEST,
    title: 'needs a key for everything but its health',
    out: [[ACCESS, NEEDS_KEY, 'if (account === null && caller.hasKey && needsKey(request, url))']],
  },
  {
    test: ACCESS_TEST,
    title: 'takes no key that is not its own',
    out: [[ACCESS, NEEDS_KEY, 'if (account === null && !caller.hasKey && needsKey(request, url))']],
  },
  ...(
    [
      [
        'is that of whoever tries keys as well',
        'if (rate?.allowed === false)',
        'if (rate?.allowed === false && account)',
      ],
      [
        'is that of its health as well',
        'if (pathname === HEALTH_PATH) return health.take(clientOf(request))',
        'if (pathname === HEALTH_PATH) return null',
      ],
    ] as const
  ).map(([title, find, replace]): Guard => ({ test: ACCESS_TEST, title, out: [[ACCESS, find, replace]] })),
  {
    test: ACCESS_TEST,
    title: 'is each client’s behind a proxy that is named',
    out: [
      ['src/service/http/access/client-address.ts', 'while (isProxy(client))', 'while (before.length > 0)'],
    ],
  },
  {
    test: ACCESS_TEST,
    title: 'tells its health to no page of a rebound name',
    out: [[ACCESS, '(isOwnName(request) || isAddressedBy(request, port))', 'port > 0']],
  },
  {
    test: 'src/service/cli-options.test.ts',
    title: 'is not open to others without a key',
    out: [['src/service/cli-options.ts', 'if (listen.isLoopback) return listen', 'return listen']],
  },
]
