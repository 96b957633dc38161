/** How a call and an event are written down; every part of the contract is made of these. */
import type * as z from 'zod/mini'

export interface Call<Input extends z.core.$ZodType = z.core.$ZodType, Output = unknown> {
  readonly kind: 'call'
  /** The core validates what comes in with this, whatever the host. */
  readonly input: Input
  /** Only a type: what goes out is the core's own, and pages are large. */
  readonly output?: Output
}

export interface EventStream<Input extends z.core.$ZodType = z.core.$ZodType, Data = unknown> {
  readonly kind: 'event'
  /** What a subscriber asks to hear about. */
  readonly input: Input
  readonly data?: Data
}

export const call = <Output>() => ({
  with: <Input extends z.core.$ZodType>(input: Input): Call<Input, Output> => ({ kind: 'call', input }),
})

export const event = <Data>() => ({
  with: <Input extends z.core.$ZodType>(input: Input): EventStream<Input, Data> => ({ kind: 'event', input }),
})
