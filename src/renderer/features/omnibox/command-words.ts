import { $gettext, $msgid } from '#shared/text/gettext.ts'

/** Other words for commands, by command id: their names in other programs, and words a newcomer searches for. */
const WORDS: Readonly<Record<string, string>> = {
  'address.watch': $msgid('watch, bookmark, favourite, star, label, name, tag, note'),
  'go.watchlist': $msgid('watch, bookmarks, favourites, labels, address book, groups, import'),
  'address.everywhere': $msgid('all chains, networks, multichain, portfolio, balances'),
  'tab.approvals': $msgid('approvals, allowance, revoke, spender, permit, unlimited'),
  'place.split': $msgid('split, pane, side by side, compare, two, column'),
  'place.splitBelow': $msgid('split, pane, compare, two, row'),
  'go.chain': $msgid('home, dashboard, gas price, blocks, latest'),
  'go.sources': $msgid('source, chain, network, instance, explorer, node, RPC, API key, connection'),
  'source.add': $msgid('source, chain, network, instance, explorer, node, RPC, API key, connection'),
  'source.switch': $msgid('chain, network, instance, explorer, node'),
  'go.settings': $msgid('preferences, options, ABI, signatures, language, theme, keys, updates'),
  'go.keep': $msgid('kept, archive, offline, download, storage, cache'),
  'go.exports': $msgid('CSV, Excel, JSON, Parquet, download, files'),
  'go.activity': $msgid('notifications, alerts, news, new'),
  'go.cases': $msgid('investigation, report, evidence, collection'),
  'case.new': $msgid('investigation, report, evidence'),
  'go.flow': $msgid('graph, trace, money, funds, follow, sankey'),
  'tab.ledger': $msgid('statement, accounting, tax, balance, report'),
  'ledger.print': $msgid('statement, PDF, paper, accounting'),
  'address.fields': $msgid('contract, raw, JSON, details'),
  'address.token': $msgid('contract, holders, supply'),
  'view.theme': $msgid('night, day, colours, mode'),
  'view.zone': $msgid('time zone, clock'),
  'list.filter': $msgid('search, find, where'),
  help: $msgid('shortcuts, keyboard, hotkeys, help'),
}

/**
 * Other words of a command in lower case: in the language of the window, and in English, which people of this field know.
 */
export function otherWords(command: string): readonly string[] {
  const words = Object.hasOwn(WORDS, command) ? WORDS[command] : undefined
  return words === undefined ? [] : `${words}, ${$gettext(words)}`.toLowerCase().split(/[\s,、，]+/)
}
