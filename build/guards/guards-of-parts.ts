/** Where several things together keep a promise: each of them, taken out alone. */
import type { Guard } from './guard.ts'

const MAIN = 'src/main/security/guards.test.ts'
const NAVIGATION = 'src/main/security/navigation.ts'
const PROTOCOL = 'src/main/security/app-protocol.ts'
const PERMISSIONS = 'src/main/security/permissions.ts'
const IPC = 'src/main/core/ipc.ts'
const SIGNATURE = 'src/main/system/update-signature.ts'
const BOUNDS = 'src/shared/json-bounds.ts'
const SERVICE = 'src/service/http/server.ts'
const SVG = 'src/core/media/svg-images.ts'

type Part = readonly [file: string, find: string, replace: string]

const PARTS: readonly (readonly [test: string, title: string, ...parts: readonly Part[]])[] = [
  [
    MAIN,
    'goes nowhere else',
    [NAVIGATION, "    contents.on('will-frame-navigate', refuseForeign)\n", ''],
    [NAVIGATION, "    contents.on('will-navigate', refuseForeign)\n", ''],
    [NAVIGATION, "    contents.on('will-redirect', refuseForeign)\n", ''],
    [
      NAVIGATION,
      "'will-attach-webview', (event) => {\n      event.preventDefault()",
      "'will-attach-webview', () => {",
    ],
  ],
  [
    MAIN,
    'opens no window, but https links outside',
    [NAVIGATION, "return { action: 'deny' }", "return { action: 'allow' }"],
    [NAVIGATION, "url.protocol !== 'https:' || ", ''],
    [NAVIGATION, " || url.username !== '' || url.password !== ''", ''],
    [NAVIGATION, 'shell.openExternal(url.href)', 'shell.openExternal(link)'],
    [NAVIGATION, 'const now = performance.now()', 'const now = Date.now()'],
  ],
  [
    MAIN,
    'drops what comes from a foreign page',
    [IPC, 'frame?.parent === null && isOurs(frame.url)', 'frame?.parent === null'],
    [IPC, 'frame?.parent === null && isOurs(frame.url)', "isOurs(frame?.url ?? '')"],
  ],
  [
    MAIN,
    'serves built files, and nothing outside',
    [PROTOCOL, "  if (url.host !== HOST) return textResponse(404, 'Not here.')\n", ''],
    [PROTOCOL, "request.method !== 'GET' && request.method !== 'HEAD'", 'request.method === null'],
    [PROTOCOL, '!type || !file.startsWith(folder + sep)', '!file.startsWith(folder + sep)'],
  ],
  [
    MAIN,
    'grants text to the clipboard',
    [
      PERMISSIONS,
      'answer(GRANTED.has(permission) && isOurs(contents.getURL()))',
      'answer(GRANTED.has(permission))',
    ],
    [PERMISSIONS, '=> GRANTED.has(permission) && contents !== null', '=> contents !== null'],
    [PERMISSIONS, 'contents !== null && isOurs(contents.getURL())', 'true'],
    [PERMISSIONS, 'setDevicePermissionHandler(() => false)', 'setDevicePermissionHandler(() => true)'],
  ],
  [
    MAIN,
    'trusts no certificate',
    ['src/main/security/certificates.ts', '    event.preventDefault()\n    answer()', '    answer()'],
  ],
  [
    'src/main/window/window.test.ts',
    'is isolated, sandboxed',
    ['src/main/window/window.ts', 'contextIsolation: true', 'contextIsolation: false'],
    ['src/main/window/window.ts', 'nodeIntegration: false', 'nodeIntegration: true'],
    ['src/main/window/window.ts', 'webviewTag: false', 'webviewTag: true'],
  ],
  [
    'src/main/system/deep-links.test.ts',
    'that holds anything else is nothing',
    ['src/main/system/rewrite-deep-link.ts', 'link.length > MAX_LENGTH || ', ''],
    ['src/main/system/rewrite-deep-link.ts', 'if (target.chainId === undefined) return undefined', ''],
  ],
  [
    'src/renderer/features/outside-link/OutsideLinkDialog.browser.test.ts',
    'a link from outside is shown in full and asked about',
    [
      'src/renderer/features/outside-link/OutsideLinkDialog.vue',
      '<button class="btn" type="button" @click="outside.answer(false)">',
      '<button class="btn" type="button" disabled @click="outside.answer(false)">',
    ],
  ],
  [
    'src/main/system/system.test.ts',
    'is not offered, nor downloaded',
    [SIGNATURE, '    version,\n    releaseDate,\n    files', '    releaseDate,\n    files'],
    [SIGNATURE, '[url, sha512, size]),', '[url, size]),'],
    [SIGNATURE, '  packages: z.optional(z.undefined()),\n', ''],
    [
      SIGNATURE,
      "return verify(null, Buffer.from(content), key, Buffer.from(read.data.signature, 'base64'))",
      'return true',
    ],
  ],
  [
    'src/core/keys/planted-key.test.ts',
    'words that were searched for are in no file',
    ['src/core/archive/kept-details.ts', 'if (!isHeld(request.detail)) return', ''],
    ['src/shared/lists/can-be-kept.ts', "isSet(value) && known[name]?.kind === 'searchText'", "name === ''"],
  ],
  [
    'src/core/keys/keys.test.ts',
    'belongs to an origin',
    ['src/core/keys/keys.ts', '`${id} ${new URL(baseUrl).origin}`', 'id'],
  ],
  [
    'src/core/api-client/request/key-stays-home.test.ts',
    'no redirect takes it to',
    ['src/platform/http/redirects.ts', 'from.origin === to.origin ||', "from.origin !== '' ||"],
  ],
  [
    'src/core/keys/keys.test.ts',
    'only its end is shown',
    ['src/core/keys/keys.ts', 'secret.slice(-4)', 'secret'],
  ],
  [
    'src/core/api-client/read/bad-responses.test.ts',
    'too much of it',
    [BOUNDS, "if (levels === 0) return at('depth')", 'if (levels === -1e6) return undefined'],
    [BOUNDS, "if (keys.length > bounds.width) return at('width')", ''],
    [BOUNDS, "if (inner.length > bounds.length) excess = at('length')", ''],
    [BOUNDS, "if (budget.left < 0) return at('values')", ''],
  ],
  [
    'src/service/http/connections.test.ts',
    'take no turn where they are refused',
    [SERVICE, 'if (page && asked.pathname === HEALTH_PATH) return page()', ''],
  ],
  [
    'src/service/http/connections.test.ts',
    'of a client that is gone by their turn',
    [SERVICE, '() => request.socket.destroyed', '() => false'],
  ],
  [
    'src/service/http/access/access.test.ts',
    'does not start without a key, or with one that is found by trying',
    [SERVICE, '(keys.length === 0 || keys.some', '(keys.some'],
    [SERVICE, 'keys.some(({ length }) => length < MIN_KEY_LENGTH)', 'keys.length > 9'],
  ],
  [
    'src/web/launch-keys.test.ts',
    'are compared by one function',
    ['src/platform/same-secret.ts', 'timingSafeEqual(digest(one), digest(other))', 'one === other'],
  ],
  [
    'src/service/http/access/access.test.ts',
    'compares its keys in constant time',
    ['src/service/http/access/api-keys.ts', 'isSameSecret(known, key)', 'known === key'],
  ],
  [
    'src/service/http/cors.test.ts',
    'the named origins may, and no other',
    [
      'src/service/http/cors.ts',
      "'access-control-allow-origin': origin,",
      "'access-control-allow-origin': '*',",
    ],
  ],
  [
    'src/web/loopback-host.test.ts',
    '1,000 connections that never speak',
    ['src/platform/http/http-server.ts', 'openConnections(limits.connections)', 'openConnections(Infinity)'],
    ['src/platform/http/http-server.ts', 'oldestIdle() ?? newcomer', 'newcomer'],
  ],
  [
    'src/host/core-socket.test.ts',
    'is open to its owner alone',
    ['src/host/core-socket.ts', 'makePrivateFolder(dirname(file))', 'void makePrivateFolder'],
    [
      'src/host/core-socket.ts',
      "randomBytes(32).toString('base64url')",
      "randomBytes(8).toString('base64url')",
    ],
    ['src/platform/private-files.ts', 'const FILE_MODE = 0o600', 'const FILE_MODE = 0o644'],
  ],
  [
    'src/platform/log/secret-forms.test.ts',
    'a secret is taken out',
    ['src/platform/log/secret-forms.ts', '      encoded,\n', ''],
    ['src/platform/log/secret-forms.ts', '      json,\n', ''],
    ['src/platform/log/secret-forms.ts', '      hex,\n', ''],
  ],
  [
    'src/core/media/fetch-public.test.ts',
    'stops at the size limit',
    [
      'src/platform/http/redirects.ts',
      "if (next.href === from.href || visited.includes(next.href)) return { refused: 'redirect_loop' }\n  if (visited.length >= MAX_REDIRECTS) return { refused: 'too_many_redirects' }\n",
      '',
    ],
  ],
  [
    'src/core/media/svg-images.test.ts',
    'has at most a thousand pixels a side',
    ['src/core/media/svg-worker.ts', 'value: SIZE }', 'value: 2 * SIZE }'],
  ],
  [
    'src/core/media/svg-images.test.ts',
    'is not drawn, within the bounds of any real one',
    [SVG, 'if (bytes.length > MAX_BYTES) return undefined', ''],
    [SVG, '/<!ENTITY/i.test(svg) || ', ''],
    [SVG, " || svg.split('<', MAX_TAGS + 2).length > MAX_TAGS", ''],
  ],
]

export const PART_GUARDS: readonly Guard[] = PARTS.flatMap(([test, title, ...parts]) =>
  parts.map((part) => ({ test, title, out: [part] })),
)
