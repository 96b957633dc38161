/** Guards of output to other programs: a terminal, a language model, a client of the service, a file. */
import type { Guard } from './guard.ts'

const MCP = 'src/cli/mcp/mcp.test.ts'
const MCP_HTTP = 'src/cli/mcp/http.test.ts'

export const PROGRAM_GUARDS: readonly Guard[] = [
  {
    test: 'src/cli/commands/export.test.ts',
    title: 'writes through no link',
    out: [
      ['src/platform/private-files.ts', "if (how === 'new') await rm(path, { force: true })\n", ''],
      [
        'src/platform/private-files.ts',
        'new: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW',
        'new: O_WRONLY | O_CREAT',
      ],
    ],
  },
  {
    test: 'src/service/http/connections.test.ts',
    title: 'are cut with their connection',
    out: [['src/platform/http/http-server.ts', '> maxWaiting', '> Infinity']],
  },
  {
    test: 'src/service/http/connections.test.ts',
    title: 'are answered one after the other',
    out: [
      ['src/platform/http/http-server.ts', '      await out\n', ''],
      [
        'src/platform/http/http-server.ts',
        'await respond(request, response)',
        'void respond(request, response)',
      ],
    ],
  },
  ...(
    [
      [
        'const response = refused ?? (await',
        "if (refused) await turns.begin('')\n    const response = refused ?? (await",
      ],
      [
        "if (typeof admitted !== 'function') return admitted",
        "if (typeof admitted !== 'function') await turns.begin('')\n    if (typeof admitted !== 'function') return admitted",
      ],
    ] as const
  ).map(([find, replace]): Guard => ({
    test: 'src/service/http/connections.test.ts',
    title: 'take no turn where they are refused',
    out: [['src/service/http/server.ts', find, replace]],
  })),
  {
    test: 'src/service/http/request-queue.test.ts',
    title: 'are full where very many wait',
    out: [['src/service/http/request-queue.ts', 'waiting.length >= MAX_WAITING', 'false']],
  },
  {
    test: 'src/cli/cli.test.ts',
    title: 'shows nothing of a chain’s text',
    out: [['src/cli/output/table.ts', 'row.cells.map(terminalText)', 'row.cells']],
  },
  {
    test: MCP,
    title: 'is data, in one line, without a sign',
    out: [['src/cli/mcp/safe-data.ts', 'plainName(cutText(text, max), max)', 'cutText(text, max)']],
  },
  {
    test: MCP,
    title: 'is told by its name in one line',
    out: [['src/cli/mcp/mcp-server.ts', 'name: plainName(described.name)', 'name: described.name']],
  },
  {
    test: MCP,
    title: 'has its refusal told in one line',
    out: [
      [
        'src/cli/mcp/mcp-server.ts',
        'plainName(sentenceOfFailure(error), MAX_ERROR_LENGTH)',
        'sentenceOfFailure(error)',
      ],
      ['src/platform/log/redact.ts', "replaceInvisible(clean, ' ')", 'clean'],
    ],
  },
  {
    test: MCP,
    title: 'no key leaves',
    out: [
      [
        'src/cli/commands/sources.ts',
        '({ id, name, kind, host, chainId }: SourceView) => ({',
        '({ id, name, kind, host, chainId, ...rest }: SourceView) => ({ ...rest,',
      ],
    ],
  },
  {
    test: MCP,
    title: 'has no URL asked that the person has not added',
    out: [
      [
        'src/cli/mcp/mcp-server.ts',
        "if (!source) throw new UsageError('There is no such source. list_sources lists them.')",
        "if (!source) {\n    await opened.call('sources.add', { url: named ?? '', unchecked: true })\n    return runTool(tool, opened, { source: named, ...input }, call)\n  }",
      ],
    ],
  },
  {
    test: MCP_HTTP,
    title: 'nobody without its key',
    out: [['src/cli/mcp/serve-mcp.ts', 'given === null || keys.account(given) === null', 'false']],
  },
  {
    test: MCP_HTTP,
    title: 'does not start without a key',
    out: [['src/cli/mcp/serve-mcp.ts', ' || key.length < MIN_KEY_LENGTH', '']],
  },
  {
    test: MCP_HTTP,
    title: 'no website',
    out: [['src/cli/mcp/serve-mcp.ts', 'headers.origin !== undefined || ', '']],
  },
  {
    test: MCP_HTTP,
    title: 'no name that resolves to this machine',
    out: [['src/cli/mcp/serve-mcp.ts', " || !hosts.has(headers.host?.toLowerCase() ?? '')", '']],
  },
  {
    test: MCP_HTTP,
    title: 'is no long request',
    out: [
      ['src/cli/mcp/serve-mcp.ts', 'if (length <= MAX_BODY_BYTES) parts', 'parts'],
      ['src/cli/mcp/serve-mcp.ts', 'length > MAX_BODY_BYTES ? null : ', ''],
    ],
  },
  {
    test: MCP_HTTP,
    title: 'are no sessions',
    out: [['src/cli/mcp/serve-mcp.ts', 'open.size < MAX_SESSIONS', 'true']],
  },
  {
    test: MCP_HTTP,
    title: 'are no calls whose client has left',
    out: [['src/cli/mcp/serve-mcp.ts', 'left.abort()', '']],
  },
  {
    test: MCP_HTTP,
    title: 'is no session with all that it may call',
    out: [
      ['src/cli/mcp/serve-mcp.ts', 'running = limitConcurrency(MAX_RUNNING)', 'running = createCallLimit()'],
      ['src/cli/mcp/serve-mcp.ts', 'callLimit: createCallLimit(running)', 'callLimit: running'],
    ],
  },
  {
    test: 'src/cli/mcp/node-tools.test.ts',
    title: 'what a node, or the code of a contract, says',
    out: [
      [
        'src/cli/mcp/tools/contract.ts',
        "note('It gave no values: data says what came back.')",
        "note('serverMessage' in result ? result.serverMessage : result.outcome)",
      ],
    ],
  },
  {
    test: 'src/cli/mcp/node-tools.test.ts',
    title: 'a model names no node',
    out: [
      [
        'src/cli/mcp/tools/check.ts',
        "thing: text(500, 'A transaction, block or address, as of show.'),",
        "thing: text(500, 'A transaction, block or address, as of show.'), rpcUrl: text(500, 'A node.'),",
      ],
    ],
  },
  {
    test: 'src/cli/mcp/tools.test.ts',
    title: 'lists are kept where the person allows it',
    out: [
      [
        'src/cli/mcp/tools/keep.ts',
        'if (agreed !== agreement) {',
        'if (agreed !== undefined && agreed !== agreement) {',
      ],
    ],
  },
  {
    test: MCP,
    title: 'what takes too long is ended',
    out: [['src/cli/mcp/mcp-server.ts', '[call.signal, tooLong, ', '[call.signal, ']],
  },
]
