import type { RpcClient } from './client.ts'
import type { EventData, EventInput, EventName } from './contract.ts'
import { cancelled, ChainglassFailure } from '../errors/failure.ts'

/** Subscribes until `take` gives a value. Rejects with `ChainglassFailure`, also when `signal` is aborted. */
export function awaitEvent<Name extends EventName, Value>(
  client: Pick<RpcClient, 'subscribe'>,
  name: Name,
  input: EventInput<Name>,
  take: (data: EventData<Name>) => Value | undefined,
  signal?: AbortSignal,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  const stop = client.subscribe(
    name,
    input,
    (data) => {
      const value = take(data)
      if (value !== undefined) resolve(value)
    },
    (error) => {
      reject(new ChainglassFailure(error))
    },
  )
  const cancel = () => {
    reject(cancelled())
  }
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  return promise.finally(() => {
    signal?.removeEventListener('abort', cancel)
    stop()
  })
}

/** Reads an event's current state by a short subscription, or the first later state that `isWanted`. */
export const readState = <Name extends EventName>(
  client: Pick<RpcClient, 'subscribe'>,
  name: Name,
  input: EventInput<Name>,
  isWanted: (data: EventData<Name>) => boolean = () => true,
): Promise<EventData<Name>> => awaitEvent(client, name, input, (data) => (isWanted(data) ? data : undefined))
