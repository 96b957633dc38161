import type { OnDemandData } from '../../model/on-demand-data.ts'
import type { ReadContext } from '../read-context.ts'

/** The sources that a page is read from. */
export interface ListSources {
  read<Result>(read: (context: ReadContext) => Result): Promise<Result>
  /** Reads; where data is missing, fetches it from the node and reads once more. */
  readWithFetch<Result>(read: (context: ReadContext) => Result): Promise<Result>
  readonly onDemand: OnDemandData
}
