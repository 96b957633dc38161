/** What requests to a source cost, by what they were made for. */

/**
 * `looking`: what a person opened. `polling`: what watched addresses and open lists are asked for by themselves.
 * `keeping`: what a person had read to its end.
 */
export type Purpose = 'looking' | 'polling' | 'keeping'

export interface Spent {
  readonly requests: number
  readonly credits: number
}

export interface Spending {
  /** Since midnight UTC, when the credits of the free plan are renewed. */
  readonly today: Readonly<Record<Purpose, Spent>>
  /** Credits that polling takes in an hour, at its pace now; absent until it has been seen for a while. */
  readonly pollingPerHour?: number
}
