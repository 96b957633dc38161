/** The resources and prompts: which lists there are, and how the three usual questions are answered. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { listEndpoint, listsOf } from '#shared/lists/list-table.ts'
import { COMPARISONS, DATE_WORDS, FLAGS, NAME_WORDS, NUMBER_WORDS } from '#shared/query/query.ts'
import { LIST_OWNERS } from '../help.ts'
import { text } from './tool.ts'

export function addGuide(server: McpServer): void {
  for (const { name, title, read } of RESOURCES)
    server.registerResource(
      name,
      `chainglass://${name}`,
      { title, mimeType: 'application/json' },
      ({ href }) => ({
        contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify(read()) }],
      }),
    )
  for (const { name, title, of, ask } of PROMPTS)
    server.registerPrompt(name, { title, argsSchema: { thing: text(500, of) } }, ({ thing }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: ask(thing) } }],
    }))
}

const RESOURCES = [
  {
    name: 'lists',
    title: 'The lists of list_rows, and what their source filters by',
    read: () =>
      Object.fromEntries(
        LIST_OWNERS.map((owner) => [
          owner,
          listsOf(owner).map((list) => {
            const { slug, filters } = listEndpoint(list)
            return { list: slug, filters: Object.keys(filters) }
          }),
        ]),
      ),
  },
  {
    name: 'filter',
    title: 'The words of the filter language',
    read: () => ({
      examples: ['out value>1', 'token:USDC amount>1000 after:2025', '-failed (from:NAME or to:NAME)'],
      flags: FLAGS,
      with_a_name: NAME_WORDS,
      with_a_number: NUMBER_WORDS,
      with_a_date: DATE_WORDS,
      comparisons: COMPARISONS,
    }),
  },
] as const

const PROMPTS = [
  {
    name: 'audit_address',
    title: 'What does this address hold, and does it add up?',
    of: 'The address, a label or an ENS name.',
    ask: (thing: string) =>
      `Audit the address “${thing}”. Call statement for what it held, got and gave, and say which assets do not add up and where; ledger gives the movements behind a sum. Where a node is there, check holds the balances against it. Say for each statement which tool it is from, and at which block.`,
  },
  {
    name: 'explain_transaction',
    title: 'What did this transaction do?',
    of: 'Its hash.',
    ask: (thing: string) =>
      `Explain the transaction “${thing}”: show gives its parties, amount, fee and input, transaction_calls what it called, and list_rows its transfers. Say who gave what to whom, and what failed. Names on a chain are nobody’s proof.`,
  },
  {
    name: 'follow_money',
    title: 'Where did it go?',
    of: 'The address that it left.',
    ask: (thing: string) =>
      `Follow what left the address “${thing}”: flow gives one step, the largest first. Go on with the largest receivers for two more steps, and stop at exchanges and at addresses with very many counterparties. Say what is not whole on this machine, and that a sum is no proof that it is the same money.`,
  },
] as const
