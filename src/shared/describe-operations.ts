/** Says what a report of the operations of a transaction cannot tell. */
import type { OperationsReport } from './rpc/contract/operations.ts'
import { $gettext } from './text/gettext.ts'

/** Says what the source did not give, a sentence for each. The report may then not be whole. */
export const describeUnreadOperations = ({
  logs,
  trace,
  authorizations,
}: Pick<OperationsReport, 'logs' | 'trace' | 'authorizations'>): readonly string[] =>
  [
    logs === 'absent' && $gettext('The source gives no logs of it: what came of operations is not known.'),
    logs === 'incomplete' && $gettext('Not all of its logs were read: operations may be missing.'),
    trace === 'absent' &&
      $gettext('The source gives no call trace of it: of some operations only what was logged is known.'),
    authorizations === null && $gettext('This source does not give the authorizations of a transaction.'),
  ].filter((sentence) => sentence !== false)

/** Says what cannot be ruled out of nearly any transaction: it is no reason to fail. */
export const describeUnlogged = ({ trace }: Pick<OperationsReport, 'trace'>): readonly string[] =>
  trace === 'logged'
    ? [
        $gettext(
          'The source gives no call trace of it: operations that a contract made up and that were undone would be in no log.',
        ),
      ]
    : []
