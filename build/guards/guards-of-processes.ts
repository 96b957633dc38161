/** The guards of the processes themselves: the socket of a running core, and how a host and its core end. */
import type { Guard } from './guard.ts'

const SOCKET_TEST = 'src/host/core-socket.test.ts'
const SOCKET = 'src/host/core-socket.ts'
const ENDED = 'src/web/ended-host.test.ts'

export const PROCESS_GUARDS: readonly Guard[] = [
  {
    test: 'src/core/two-windows.test.ts',
    title: 'saved questions: different ones are both kept, of one name the first',
    out: [['src/core/questions/questions.ts', "if (!changed) throw notFound('question_gone')", '']],
  },
  {
    test: 'src/core/two-windows.test.ts',
    title: 'sources: one that is added while they are put in order is there',
    out: [
      [
        'src/core/sources/source-handlers.ts',
        'filter(([, value]) => value !== undefined)',
        'map(([name, value]) => [name, value ?? null])',
      ],
    ],
  },
  {
    test: 'src/core/keep/keep.test.ts',
    title: 'killed while rows are written, what is asked of them is what they say',
    out: [
      [
        'src/core/archive/create-archive.ts',
        'open.database.transaction(() => writePage(open, name, { ...page, takesNotice }))',
        'writePage(open, name, { ...page, takesNotice })',
      ],
    ],
  },
  {
    test: SOCKET_TEST,
    title: 'ends a connection whose first line is not the secret',
    out: [[SOCKET, 'if (!isSameSecret(line, secret)) {', 'if (false) {']],
  },
  {
    test: SOCKET_TEST,
    title: 'compares the secret in constant time',
    out: [[SOCKET, '!isSameSecret(line, secret)', 'line !== secret']],
  },
  {
    test: SOCKET_TEST,
    title: 'is open to its owner alone',
    out: [[SOCKET, 'chmodSync(path, 0o600)', 'chmodSync(path, 0o666)']],
  },
  {
    test: SOCKET_TEST,
    title: 'ends a line without an end',
    out: [['src/platform/split-lines.ts', 'if (length > maxBytes) return false\n', '']],
  },
  {
    test: SOCKET_TEST,
    title: 'gives a program five seconds',
    out: [[SOCKET, 'SECRET_TIMEOUT_MS = 5_000', 'SECRET_TIMEOUT_MS = 50_000']],
  },
  {
    test: SOCKET_TEST,
    title: 'has 32 connections at most',
    out: [[SOCKET, 'if (sockets.size > MAX_CONNECTIONS) oldest.destroy()', '']],
  },
  {
    test: SOCKET_TEST,
    title: 'is kept from no program by connections that say nothing',
    out: [
      [
        SOCKET,
        'if (sockets.size > MAX_CONNECTIONS) oldest.destroy()',
        'if (sockets.size > MAX_CONNECTIONS) socket.destroy()',
      ],
    ],
  },
  {
    test: SOCKET_TEST,
    title: 'ends a program that asks and never reads',
    out: [[SOCKET, 'if (socket.writableLength > MAX_BUFFERED_BYTES) socket.destroy()', '']],
  },
  {
    test: SOCKET_TEST,
    title: 'leaves what listens there and says nothing',
    out: [
      [
        'src/host/core-socket-client.ts',
        'setTimeout(() => socket.destroy(), SILENT_MS)',
        'setTimeout(() => 0, SILENT_MS)',
      ],
    ],
  },
  {
    test: 'src/renderer/app/ports/websocket-port.test.ts',
    title: 'a file of labels that is longer as JSON than a host takes',
    out: [['src/shared/rpc/client.ts', 'if (bytes > MAX_INPUT_BYTES)', 'if (bytes === 1)']],
  },
  {
    test: 'src/host/full-disk.test.ts',
    title: 'at the start everything is there to be read',
    out: [
      [
        'src/core/store/open-store.ts',
        "getStorageErrorKind(error) === 'full' ? openOnFullDisk(dataDir, path, migrations) : undefined",
        'false && openOnFullDisk(dataDir, path, migrations) || undefined',
      ],
    ],
  },
  {
    test: ENDED,
    title: 'SIGTERM ends a host and its core, which hears nothing',
    out: [
      ['src/web/cli.ts', 'const stopped = waitForSignal()', 'const stopped = new Promise<false>(() => 0)'],
    ],
  },
  {
    test: ENDED,
    title: 'in place of a file of the data folder',
    out: [['src/platform/private-files.ts', '?.isFile() === false)', '?.isFile() === undefined)']],
  },
  {
    test: 'src/core/two-windows.test.ts',
    title: 'settings: different ones are both kept',
    out: [
      [
        'src/core/settings/settings.ts',
        'current = { ...current, ...Object.fromEntries(given) }',
        'current = Object.fromEntries(given)',
      ],
    ],
  },
]
