/** `operations`: what a transaction did for accounts. */
import type { CallName } from '#shared/chain/call-name.ts'
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import type { Authorization, Operation, OperationsReport } from '#shared/rpc/contract/operations.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { formatAmount } from '#shared/units.ts'
import { describeUnlogged, describeUnreadOperations } from '#shared/describe-operations.ts'
import { findTransaction } from '../calls.ts'
import type { CommandContext } from '../command-context.ts'
import { ExitWithCode } from '../output/failures.ts'
import { createRowOutput } from '../output/formats.ts'
import { readRowContext } from '../row-context.ts'
import type { Session } from '../session.ts'

/** Only what is known on this machine names a call. */
export const readOperations = (session: Session, hash: string): Promise<OperationsReport> =>
  session.call('operations.read', { source: session.source.id, hash, askSource: false })

/** Exits with 1 if operations or authorizations may be missing. */
export async function operations({ session, output, format }: CommandContext, text: string): Promise<void> {
  const { coin } = session.source
  const report = await readOperations(session, await findTransaction(text, { session, output }))
  const { labels } = await readRowContext(session)
  /** As other lists name an address: by the person's label. */
  const nameOf: NameOf = (address) => labels.get(address.toLowerCase()) ?? checksummed(address)
  const rows = createRowOutput(format, output, {
    columns: [
      ...[{ name: 'kind' }, { name: 'account' }, { name: 'nonce' }, { name: 'does' }, { name: 'state' }],
      ...[{ name: coin.symbol, isNumber: true }, { name: 'paymaster' }, { name: 'because' }],
    ],
    csvColumns: [
      ...['kind', 'account', 'nonce', 'does', 'state', 'gas_cost', 'paymaster', 'because'],
      ...['to', 'entry_point', 'version', 'hash'],
    ],
  })
  await rows.write(
    report.operations.map((item) => ({
      item: { kind: 'operation', ...item },
      cells: operationCells(item, {
        nameOf,
        does:
          item.version === null
            ? `${doneBy(item, nameOf)} (unknown EntryPoint ${nameOf(item.entryPoint)})`
            : doneBy(item, nameOf),
        cost: item.gasCost === null ? '' : formatAmount(item.gasCost, coin.decimals),
      }),
      csv: [
        [
          ...operationCells(item, {
            ...{ nameOf: checksummed, does: doneBy(item, checksummed), cost: item.gasCost ?? '' },
          }),
          item.calls.map(({ to }) => checksummed(to)).join(' '),
          ...[checksummed(item.entryPoint), item.version ?? '', item.hash ?? ''],
        ],
      ],
    })),
  )
  await rows.write(
    (report.authorizations ?? []).map((item) => ({
      item: { kind: 'authorization', ...item },
      cells: authorizationCells(item, nameOf),
      csv: [[...authorizationCells(item, checksummed), checksummed(item.delegate ?? ''), '', '', '']],
    })),
  )
  await rows.end()
  const missing = missingWords(report)
  for (const sentence of [...missing, ...describeUnlogged(report)]) output.note(sentence)
  if (missing.length > 0) throw new ExitWithCode(1)
}

type NameOf = (address: string) => string
const checksummed: NameOf = (address) => parseAddress(address)?.address ?? address

interface OperationWords {
  readonly nameOf: NameOf
  readonly does: string
  readonly cost: string
}

const operationCells = (one: Operation, { nameOf, does, cost }: OperationWords): string[] => [
  ...['operation', nameOf(one.sender), one.nonce, does, one.state, cost, nameOf(one.paymaster ?? '')],
  one.failure === null ? '' : `${one.failure.kind}: ${one.failure.text ?? ''}`,
]

/** The calls that the account makes, with their wei: `Till.pay{value: 5}`; for a call to itself the name alone. */
function doneBy({ called, selector, calls, callsLeft }: Operation, nameOf: NameOf): string {
  const said = calls.map(({ to, contract, value, called: name, selector: four }) => {
    const word = [contract ?? nameOf(to), wordOf(name, four)].filter((part) => part !== '').join('.')
    return value === null || value === '0' ? word : `${word}{value: ${value}}`
  })
  const more = callsLeft > 0 ? [`${String(callsLeft)} more`] : []
  return said.length === 0 ? wordOf(called, selector) : [...said, ...more].join(', ')
}

const wordOf = (called: CallName | null, selector: string | null) =>
  called === null ? (selector ?? '') : `${called.isCertain ? '' : 'perhaps '}${called.name}`

const authorizationCells = (one: Authorization, nameOf: NameOf): string[] => [
  ...['authorization', nameOf(one.authority ?? ''), one.nonce ?? ''],
  delegationWords(one, nameOf),
  ...[one.state, '', '', one.because ?? ''],
]

function delegationWords({ delegate, delegateName }: Authorization, nameOf: NameOf): string {
  if (delegate === null) return 'delegates to what the source does not say'
  return delegate === ZERO_ADDRESS ? 'ends a delegation' : `delegates to ${delegateName ?? nameOf(delegate)}`
}

/** Says why a report may not be whole, a sentence for each reason. */
export const missingWords = (report: OperationsReport): readonly string[] => [
  ...(report.left > 0 ? [`${String(report.left)} more operations are left out.`] : []),
  ...(report.authorizationsLeft > 0
    ? [`${String(report.authorizationsLeft)} more authorizations are left out.`]
    : []),
  ...describeUnreadOperations(report),
]
