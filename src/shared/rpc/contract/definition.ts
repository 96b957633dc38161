/** The types that every part of the contract is made of: a call, and an event. */
import type * as z from 'zod/mini'

export interface Call<Input extends z.core.$ZodType = z.core.$ZodType, Output = unknown> {
  readonly kind: 'call'
  /** The core validates every input with this schema, whatever the host. */
  readonly input: Input
  /** Only a type. Output is not validated: it is the core's own, and pages are large. */
  readonly output?: Output
}

export interface EventStream<Input extends z.core.$ZodType = z.core.$ZodType, Data = unknown> {
  readonly kind: 'event'
  /** The parameters of a subscription. */
  readonly input: Input
  readonly data?: Data
}

export const call = <Output>() => ({
  with: <Input extends z.core.$ZodType>(input: Input): Call<Input, Output> => ({ kind: 'call', input }),
})

export const event = <Data>() => ({
  with: <Input extends z.core.$ZodType>(input: Input): EventStream<Input, Data> => ({ kind: 'event', input }),
})
