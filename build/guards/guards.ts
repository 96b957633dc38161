/**
 * Each promise of docs/security.md by its attack, and the one guard that stands in its way: `npm run test:guards` takes
 * each out of a copy of the sources, and the attack has to succeed. Where two guards hold the same, both are taken out.
 */
import type { Guard } from './guard.ts'
import { CHECK_GUARDS } from './guards-of-checks.ts'
import { INPUT_GUARDS } from './guards-of-input.ts'
import { MACHINE_GUARDS } from './guards-of-machine.ts'
import { NAME_GUARDS } from './guards-of-names.ts'
import { PART_GUARDS } from './guards-of-parts.ts'
import { PROCESS_GUARDS } from './guards-of-processes.ts'
import { PROGRAM_GUARDS } from './guards-of-programs.ts'
import { SECRET_GUARDS } from './guards-of-secrets.ts'
import { SUPPLY_GUARDS } from './guards-of-supply.ts'

const MAIN = 'src/main/security/guards.test.ts'
const PAGE = 'e2e/specs/electron/guards.spec.ts'
const HOST = 'e2e/specs/electron/host.spec.ts'
const LINKS = 'src/main/system/deep-links.test.ts'
const SYSTEM = 'src/main/system/system.test.ts'
const FETCH = 'src/core/media/fetch-public.test.ts'
const IMAGES = 'src/core/media/image-handlers.test.ts'

const POLICY = 'src/shared/content-security-policy.ts'
const NAVIGATION = 'src/main/security/navigation.ts'
const IPC = 'src/main/core/ipc.ts'
const PROTOCOL = 'src/main/security/app-protocol.ts'

const stayHere = [NAVIGATION, 'if (isOurs(event.url)) return', 'return'] as const
const allRequests = [
  'src/main/security/request-filter.ts',
  'cancel: !isAllowed(request.url)',
  'cancel: false',
] as const
const anyScript = [
  POLICY,
  `"script-src 'self'"`,
  `"script-src 'self' 'unsafe-inline' 'unsafe-eval'"`,
] as const
const anyMarkup = [POLICY, `"require-trusted-types-for 'script'",`, ''] as const
const noTypes = [POLICY, `'trusted-types vue',`, ''] as const
const anyServer = [POLICY, `"connect-src 'self'"`, `"connect-src *"`] as const
const anyImage = [POLICY, `"img-src 'self' blob: data:"`, `"img-src *"`] as const

export const GUARDS: readonly Guard[] = [
  ...INPUT_GUARDS,
  ...CHECK_GUARDS,
  ...NAME_GUARDS,
  { test: PAGE, title: 'a page runs no text', out: [anyScript, anyMarkup, noTypes] },
  { test: PAGE, title: 'a page reaches no server', out: [anyServer, anyImage, allRequests] },
  { test: MAIN, title: 'reaches our own scheme and nothing else', out: [allRequests] },
  {
    test: 'src/host/contract-conformance.test.ts',
    title: 'drops what is no message and goes on',
    out: [['src/shared/rpc/server.ts', 'if (isClosed || !message.success) return', '']],
  },
  {
    test: PAGE,
    title: 'a file dropped on the window opens nothing',
    out: [
      ['src/renderer/app/main.ts', '\nrefuseDroppedFiles()', '\nvoid refuseDroppedFiles'],
      stayHere,
      allRequests,
    ],
  },
  {
    test: PAGE,
    title: 'the built preload is one classic script',
    out: [
      [
        'src/preload/index.ts',
        "import { contextBridge, ipcRenderer } from 'electron'",
        "import { contextBridge, ipcRenderer } from 'electron'\nimport { platform } from 'node:os'\nvoid platform()",
      ],
    ],
  },
  {
    test: PAGE,
    title: 'a page has two functions of the bridge',
    out: [
      [
        'src/preload/index.ts',
        '  send: (message',
        '  ipcRenderer: { invoke: () => undefined },\n  send: (message',
      ],
    ],
  },
  {
    test: 'src/main/window/window.test.ts',
    title: 'is isolated, sandboxed',
    out: [['src/main/window/window.ts', 'sandbox: true', 'sandbox: false']],
  },
  {
    test: MAIN,
    title: 'drops what comes from a foreign page',
    out: [
      [IPC, 'return frame?.parent === null && isOurs(frame.url)', 'return frame !== null || frame === null'],
    ],
  },
  {
    test: MAIN,
    title: 'drops a flood and goes on',
    out: [[IPC, 'const MAX_PER_SECOND = 2_000', 'const MAX_PER_SECOND = Infinity']],
  },
  {
    test: PAGE,
    title: 'a page that floods the bridge',
    out: [[IPC, 'const MAX_PER_SECOND = 2_000', 'const MAX_PER_SECOND = Infinity']],
  },
  { test: MAIN, title: 'goes nowhere else', out: [stayHere] },
  { test: PAGE, title: 'a page can not take the window to', out: [stayHere, allRequests] },
  {
    test: MAIN,
    title: 'opens no window, but https links outside',
    out: [[NAVIGATION, 'if (opened.length >= MAX_OPENED) return false', '']],
  },
  {
    test: PAGE,
    title: 'a page can open no window',
    out: [[NAVIGATION, "if (url.protocol !== 'https:' || ", 'if (']],
  },
  {
    test: MAIN,
    title: 'serves built files, and nothing outside',
    out: [[PROTOCOL, '!type || !file.startsWith(folder + sep)', '!type']],
  },
  {
    test: PAGE,
    title: 'app:// gives its own files',
    out: [[PROTOCOL, "request.method !== 'GET' && request.method !== 'HEAD'", "request.method === 'NONE'"]],
  },
  {
    test: MAIN,
    title: 'grants text to the clipboard',
    out: [['src/main/security/permissions.ts', "'notifications'])", "'notifications', 'clipboard-read'])"]],
  },
  {
    test: PAGE,
    title: 'a page may write text to the clipboard',
    out: [['src/main/security/permissions.ts', "'notifications'])", "'notifications', 'clipboard-read'])"]],
  },
  {
    test: MAIN,
    title: 'saves what the page made itself',
    out: [['src/main/security/downloads.ts', '    event.preventDefault()\n', '']],
  },
  {
    test: MAIN,
    title: 'trusts no certificate',
    out: [['src/main/security/certificates.ts', 'answer(false)', 'answer(true)']],
  },
  {
    test: LINKS,
    title: 'that holds anything else is nothing',
    out: [
      ['src/main/system/rewrite-deep-link.ts', '.test(link)) return undefined', '.test(link)) return link'],
    ],
  },
  {
    test: LINKS,
    title: 'takes nothing behind -- for an option',
    out: [
      [
        'src/main/system/arguments.ts',
        'args: argv.slice(1),',
        "args: argv.slice(1).filter((one) => one !== '--'),",
      ],
    ],
  },
  {
    test: HOST,
    title: 'a second start hands its link',
    out: [['src/main/system/single-instance-lock.ts', 'if (link !== undefined) deps.receiveLink(link)', '']],
  },
  {
    test: 'build/packaging.test.ts',
    title: 'are all decided on, and burnt and read back',
    out: [['build/fuses.ts', 'RunAsNode: false', 'RunAsNode: true']],
  },
  {
    test: SYSTEM,
    title: 'is fetched when the person says so',
    out: [['src/main/system/updates.ts', 'updater.autoDownload = false', 'updater.autoDownload = true']],
  },
  {
    test: 'src/core/data/folder-handlers.test.ts',
    title: 'is read only where',
    out: [['src/core/folder-choice.ts', 'hasDialog && folder !== chosen', 'false']],
  },
  {
    test: 'src/core/data/folder-handlers.test.ts',
    title: 'brings no key along',
    out: [
      [
        'src/core/data/folder-content.ts',
        '  await moveUrlSecrets(store, createSecretUrls(vault), vault)\n',
        '',
      ],
      ['src/core/sources/source-rows.ts', 'rpc_url: publicUrl', 'rpc_url: source.rpcUrl'],
    ],
  },
  {
    test: 'src/core/archive/move-archive.test.ts',
    title: 'in Electron a page names no folder',
    out: [['src/core/keep/archive-domain.ts', 'if (folder !== null) checkChosen(folder)', '']],
  },
  ...MACHINE_GUARDS,
  ...PART_GUARDS,
  ...PROCESS_GUARDS,
  ...PROGRAM_GUARDS,
  {
    test: 'src/core/api-client/request/key-stays-home.test.ts',
    title: 'no redirect takes it to',
    out: [
      [
        'src/platform/http/exchange.ts',
        'const isOwnOrigin = url.origin === start.origin',
        'const isOwnOrigin = true',
      ],
      ['src/platform/http/redirects.ts', 'from.origin === to.origin ||', "from.origin !== '' ||"],
    ],
  },
  ...SECRET_GUARDS,
  ...SUPPLY_GUARDS,
  {
    test: 'src/platform/log/log-file.test.ts',
    title: 'keeps lines, without keys',
    out: [['src/platform/log/log-file.ts', 'append(redact(line, MAX_LINE_LENGTH))', 'append(line)']],
  },
  {
    test: SYSTEM,
    title: 'keeps a key under the keyring',
    out: [['src/main/system/keyring-vault.ts', "encrypted.toString('base64')", 'secret']],
  },
  {
    test: SYSTEM,
    title: 'is that of the session where the system has no real keyring',
    out: [
      ['src/main/system/keyring-vault.ts', "const ENCRYPTED_FOR_ALL = 'v10'", "const ENCRYPTED_FOR_ALL = ''"],
    ],
  },
  {
    test: HOST,
    title: 'a key under a keyring',
    out: [['src/main/system/keyring-vault.ts', "encrypted.toString('base64')", 'secret']],
  },
  {
    test: FETCH,
    title: 'refuses loopback and private addresses',
    out: [['src/platform/http/send-request.ts', '...(publicOnly ? { lookup: lookupPublic } : {})', '...{}']],
  },
  {
    test: FETCH,
    title: 'refuses a redirect from an allowed origin',
    out: [
      [
        'src/platform/http/exchange.ts',
        'isBelow(url, publicOnly.exceptBelow)',
        'publicOnly.exceptBelow !== undefined',
      ],
    ],
  },
  {
    test: FETCH,
    title: 'follows no redirect of one’s own gateway',
    out: [
      [
        'src/platform/http/exchange.ts',
        'url.href.startsWith(base) &&',
        'url.href.startsWith(new URL(base).origin) &&',
      ],
    ],
  },
  {
    test: FETCH,
    title: 'stops at the size limit',
    out: [
      ['src/platform/http/send-request.ts', 'if (body.size + piece.length > maxBytes)', 'if (body.size < 0)'],
      ['src/platform/http/send-request.ts', '?? 0) > maxBytes)', '?? 0) < 0)'],
    ],
  },
  {
    test: IMAGES,
    title: 'asks no host of images before',
    out: [['src/core/media/image-handlers.ts', 'allowed === undefined && !isOfSource(url, origin)', 'false']],
  },
  {
    test: 'src/core/nodes/allow-downloads.test.ts',
    title: 'not before a person has agreed',
    out: [
      [
        'src/core/nodes/node-handlers.ts',
        'settings.read().images === true',
        'settings.read().images !== false',
      ],
    ],
  },
  {
    test: IMAGES,
    title: 'does not call an SVG, HTML or an empty body an image',
    out: [['src/core/media/image-type.ts', '?.[0]', "?.[0] ?? 'image/svg+xml'"]],
  },
  {
    // Given out as it came.
    test: 'src/core/media/svg-images.test.ts',
    title: 'fetches nothing, and runs nothing',
    out: [
      [
        'src/core/media/svg-images.ts',
        'return (await thread.ask(svg).catch(() => null)) ?? undefined',
        'return bytes',
      ],
    ],
  },
  {
    test: 'src/core/media/svg-images.test.ts',
    title: 'a picture that would take for ever is given up',
    out: [
      [
        'src/platform/threads/worker-thread.ts',
        'running.isReady ? maxMs :',
        'running.isReady ? 2 ** 31 - 1 :',
      ],
    ],
  },
  {
    test: 'src/service/indexer/hostile-tokens.test.ts',
    title: 'metadata nested without end',
    out: [
      [
        'src/service/indexer/decode/metadata-link.ts',
        'if (findExceededLimit(metadata, BOUNDS)) return null',
        '',
      ],
    ],
  },
  {
    test: 'src/host/core-link.test.ts',
    title: 'starts a dead core again',
    out: [
      ['src/host/core-link.ts', 'timer = setTimeout(start, ms)', 'timer = setTimeout(() => undefined, ms)'],
    ],
  },
  {
    test: HOST,
    title: 'a core that dies',
    out: [
      ['src/host/core-link.ts', 'for (const window of lost.values()) window.onLost(error)', 'lost.clear()'],
    ],
  },
  {
    test: HOST,
    title: 'a page that crashes',
    out: [['src/main/window/crash-dialogs.ts', 'else window.webContents.reload()', '']],
  },
  {
    test: 'src/platform/log/log-file.test.ts',
    title: 'goes on when the disk is full',
    out: [
      [
        'src/platform/log/log-file.ts',
        '        lost += 1\n      }\n',
        "        throw new Error('full')\n      }\n",
      ],
    ],
  },
]
