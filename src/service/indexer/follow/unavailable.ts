/** The answer to a page where the index can't be read now. */
import { Unavailable } from '../../chain-reader.ts'
import { IndexError } from '../model/index-error.ts'

export const DOES_NOT_ANSWER = 'The index can not be read now: its database does not answer.'

/** Tells the client to ask again, since the index may be readable soon. A damaged file has an error of its own. */
export const asUnavailable = (error: unknown): unknown =>
  error instanceof IndexError && error.code !== 'damaged_database'
    ? new Unavailable(describeUnreadable(error), { cause: error })
    : error

/** Without the name of the host, which is nothing for those who only read. */
export function describeUnreadable(error: unknown): string {
  const code = error instanceof IndexError ? error.code : null
  if (code === 'newer_database' || code === 'older_database')
    return `The index can not be read: it was written by ${code === 'newer_database' ? 'a newer' : 'an older'} Chainglass than this one.`
  if (code === 'locked_database') return 'The index can not be read now: another process has taken it over.'
  return DOES_NOT_ANSWER
}
