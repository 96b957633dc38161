/**
 * Names of the CLI's commands. The desktop app runs a command if its first argument is one of these, and opens any
 * other argument in a window.
 */
export const COMMAND_NAMES = [
  'list',
  'export',
  'show',
  'ask',
  'keep',
  'trace',
  'operations',
  'watch',
  'decode',
  'check',
  'contract',
  'storage',
  'approvals',
  'statement',
  'ledger',
  'sources',
  'mcp',
  'api',
  'self-test',
  'completion',
  'help',
] as const
