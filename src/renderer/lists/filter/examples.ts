import { $msgid } from '#shared/text/gettext.ts'

/** The help page of the filter language: its parts with examples that run. Texts are translated when they are shown. */
export interface HelpSection {
  readonly title: string
  readonly text: string
  readonly examples: readonly { readonly text: string; readonly meaning: string }[]
}

export const HELP: readonly HelpSection[] = [
  {
    title: $msgid('Who and what'),
    text: $msgid(
      'A name fits where it contains what you type: your own label, an ENS name, a contract’s name, a token’s symbol. With = it has to be the whole name. An address can be shortened.',
    ),
    examples: [
      { text: 'from:treasury', meaning: $msgid('from an address with “treasury” in a name') },
      { text: 'to:0xd8da…6045', meaning: $msgid('to this address') },
      {
        text: 'with:"Uniswap V3"',
        meaning: $msgid('with this name on either side; quotes keep blanks together'),
      },
      { text: 'token=USDC', meaning: $msgid('of tokens that are called USDC') },
      { text: 'method:swap', meaning: $msgid('with “swap” in the method or event') },
      { text: 'type:erc-721 id:404', meaning: $msgid('NFTs with this id') },
      { text: 'chain:base', meaning: $msgid('on this chain, where rows of several are asked') },
    ],
  },
  {
    title: $msgid('How much'),
    text: $msgid(
      'Amounts are exact, in units of the row’s token or the coin. Dollars are at the price in the row: of its day where the source says it, else of now. A row without a price fits no dollars.',
    ),
    examples: [
      { text: 'amount>1,000', meaning: $msgid('more than a thousand') },
      { text: 'value>=0.5 fee<0.01', meaning: $msgid('at least half a coin, for less than a hundredth') },
      { text: 'amount:1..5', meaning: $msgid('from 1 to 5, both included') },
      { text: 'usd>10000', meaning: $msgid('worth more than 10,000 dollars') },
    ],
  },
  {
    title: $msgid('When'),
    text: $msgid('Dates are in local time or UTC, as you set it; a Z at the end means UTC.'),
    examples: [
      {
        text: 'after:2025-01-01 before:2026',
        meaning: $msgid('in 2025: after counts its day, before does not'),
      },
      { text: 'on:2025-03', meaning: $msgid('in March 2025') },
      { text: 'before:2025-03-30T14:30', meaning: $msgid('before this minute') },
      { text: 'block:19000000..19100000', meaning: $msgid('in these blocks') },
    ],
  },
  {
    title: $msgid('Which way, and how it went'),
    text: $msgid('These words stand alone.'),
    examples: [
      { text: 'in', meaning: $msgid('came in to the address of the list') },
      { text: 'out', meaning: $msgid('went out from it') },
      { text: 'within', meaning: $msgid('from one of several addresses to another of them') },
      { text: 'failed', meaning: $msgid('failed') },
      { text: 'pending', meaning: $msgid('in no block yet') },
      { text: 'scam', meaning: $msgid('marked as a scam by the source') },
    ],
  },
  {
    title: $msgid('Together'),
    text: $msgid(
      'Conditions side by side all have to hold. A minus leaves out. Anything else is text, looked for in names, hashes, methods and ids; in quotes, words lose their meaning.',
    ),
    examples: [
      { text: 'out -failed value>1', meaning: $msgid('went out, did not fail, more than 1') },
      { text: 'to:exchange or from:exchange', meaning: $msgid('either') },
      { text: '-(method:approve or scam)', meaning: $msgid('neither') },
      { text: '"in"', meaning: $msgid('the text “in”') },
    ],
  },
]
