/** Guards of what is held against a node, which is not believed either. */
import type { Guard } from './guard.ts'

export const CHECK_GUARDS: readonly Guard[] = [
  {
    test: 'src/core/check/check-transaction.test.ts',
    title: 'a node that lies in',
    out: [
      [
        'src/core/check/block-evidence.ts',
        "if (wrong) throw new UntrustedNode({ kind: 'lies', what: wrong })",
        '',
      ],
    ],
  },
  {
    test: 'src/core/check/check-transaction.test.ts',
    title: 'a node that answers a height with another block is not believed at all',
    out: [
      [
        'src/core/check/block-evidence.ts',
        "if (number(header.number, 'the height of a block') !== height)",
        'if (false)',
      ],
    ],
  },
  {
    test: 'src/core/check/check-state.test.ts',
    title: 'a node that lies in a proof',
    out: [
      [
        'src/core/check/check-address.ts',
        "if (!account) throw new UntrustedNode({ kind: 'lies', what: 'state' })",
        "if (!account) return { address, balance: '0', codeHash: undefined, by: [] }",
      ],
    ],
  },
  {
    test: 'src/core/check/check-transaction.test.ts',
    title: 'what a node says beside the hashes does not count',
    out: [['src/core/check/transaction-rules.ts', "if (!proven.has('receipt')) return", 'return']],
  },
  {
    test: 'src/core/contract/storage-changes.test.ts',
    title: 'that gives another transaction, its changes',
    out: [['src/core/contract/storage-diff.ts', '|| before !== sender.nonce', '']],
  },
  {
    test: 'src/core/contract/storage-changes.test.ts',
    title: 'that changes more than one answer holds',
    out: [['src/core/contract/storage-changes.ts', '.slice(0, most)', '']],
  },
  {
    test: 'src/core/contract/storage.test.ts',
    title: 'of a layout',
    out: [
      [
        'src/core/contract/storage-layout.ts',
        'type.bytes >= 1n && BigInt(offset) + type.bytes <= BigInt(WORD)',
        'true',
      ],
    ],
  },
  {
    test: 'src/core/contract/storage.test.ts',
    title: 'of another standard, behind other code, of too long a name',
    out: [['src/core/contract/storage-namespaces.ts', '{1,200})(?=', '+)(?=']],
  },
  {
    test: 'src/core/contract/storage.test.ts',
    title: 'of mappings is bounded, whatever their layout and rows are',
    out: [['src/core/contract/places-at-keys.ts', 'if (left < 0) break', '']],
  },
]
