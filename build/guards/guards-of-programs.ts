/** What other programs get: a terminal, a language model. */
import type { Guard } from './guard.ts'

const MCP = 'src/cli/mcp/mcp.test.ts'

export const PROGRAM_GUARDS: readonly Guard[] = [
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
        'if (!source) return runTool(tool, opened, input, signal)',
      ],
    ],
  },
]
