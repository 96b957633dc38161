/** Guards of what a reader is shown: names, labels, and addresses that are shortened. */
import type { Guard } from './guard.ts'

const CELLS = 'src/renderer/entities/address/address-cell.browser.test.ts'
const NAMES = 'src/renderer/entities/address/name-nodes.ts'
const SHORT = 'src/renderer/lib/address-shortener.test.ts'

const seeAll = ['src/shared/text/hostile-text.ts', '\\p{Default_Ignorable_Code_Point}', ''] as const
const alikeIsFine = [
  'src/renderer/lib/address-shortener.ts',
  'if (other === undefined || other === address) return false',
  'return false',
] as const

export const NAME_GUARDS: readonly Guard[] = [
  {
    test: 'src/shared/poisoning/poisoning-detector.test.ts',
    title: 'address poisoning is recognised',
    out: [
      ['src/shared/poisoning/poisoning-detector.ts', 'if (rank !== otherRank) return rank < otherRank', ''],
    ],
  },
  {
    test: CELLS,
    title: 'a look-alike of a counterparty',
    out: [['src/renderer/entities/address/address-cell.ts', 'context.imitated.get(key)', 'undefined']],
  },
  {
    test: 'src/core/query/folded-rows.test.ts',
    title: 'rows that imitate a counterparty',
    out: [
      [
        'src/core/query/fold-rows.ts',
        "return transfer && detector.isPoisoning(transfer) ? 'imitations' : undefined",
        'return undefined',
      ],
    ],
  },
  { test: 'src/shared/text/hostile-text.test.ts', title: 'makes another name', out: [seeAll] },
  {
    test: 'src/shared/text/name-doubt.test.ts',
    title: 'is marked whichever of its letters',
    out: [['src/shared/text/name-doubt.ts', 'Array.from(plain, asciiOf)', 'Array.from(plain)']],
  },
  {
    test: CELLS,
    title: 'a token that is written to look like',
    out: [['src/renderer/entities/token/token-cell.ts', 'nameMark(token.symbol, token.name),', '']],
  },
  {
    test: CELLS,
    title: 'an own label looks unlike the same name',
    out: [[NAMES, 'if (name.own) return', 'if (name.own && !name.own) return']],
  },
  { test: SHORT, title: 'no two different addresses are shortened alike', out: [alikeIsFine] },
  {
    test: SHORT,
    title: 'from watched and recent addresses',
    out: [['src/renderer/lib/address-shortener.ts', 'group.pinned = true', '']],
  },
]
