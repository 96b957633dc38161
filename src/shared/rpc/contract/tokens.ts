/** Tokens from the list that ships with the app: no request is made. */
import * as z from 'zod/mini'
import { call } from './definition.ts'
import { chainId } from './fields.ts'

/** A token of the list that ships with the app. */
export interface WellKnownToken {
  /** In its checksummed case. */
  readonly address: string
  readonly symbol: string
  readonly name: string
}

export const tokenCalls = {
  /** The well-known tokens of a chain, the most used first; empty for a chain that is not in the list. */
  'tokens.wellKnown': call<readonly WellKnownToken[]>().with(z.object({ chainId })),
} as const
