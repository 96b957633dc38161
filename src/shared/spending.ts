/** The cost of requests to a source, by their purpose. */

/**
 * `looking`: a person opened a page. `polling`: watched addresses and open lists are updated. `keeping`: a list is
 * read to its end, for a keep job or an export.
 */
export type Purpose = 'looking' | 'polling' | 'keeping'

export interface Spent {
  readonly requests: number
  readonly credits: number
}

export interface Spending {
  /** Since midnight UTC, when the credits of the free plan are renewed. */
  readonly today: Readonly<Record<Purpose, Spent>>
  /** Credits that polling takes in an hour at its present rate; absent until polling was measured for a while. */
  readonly pollingPerHour?: number
}
