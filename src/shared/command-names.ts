/** Commands of the command line: what begins with one is no place to open in a window. */
export const COMMAND_NAMES = [
  'list',
  'export',
  'show',
  'ask',
  'keep',
  'watch',
  'decode',
  'check',
  'statement',
  'ledger',
  'sources',
  'mcp',
  'api',
  'self-test',
  'completion',
  'help',
] as const
