import type { RpcClient } from './client.ts'
import type { EventData, EventInput, EventName } from './contract.ts'
import { ChainglassFailure } from '../errors/failure.ts'

/**
 * Reads an event's current state by a short subscription, or the first later state that `isWanted`. Rejects with
 * `ChainglassFailure`.
 */
export function readState<Name extends EventName>(
  client: Pick<RpcClient, 'subscribe'>,
  name: Name,
  input: EventInput<Name>,
  isWanted: (data: EventData<Name>) => boolean = () => true,
): Promise<EventData<Name>> {
  return new Promise((resolve, reject) => {
    const stop = client.subscribe(
      name,
      input,
      (data) => {
        if (!isWanted(data)) return
        resolve(data)
        // With the memory transport, the first event arrives before `stop` is assigned.
        void Promise.resolve().then(() => {
          stop()
        })
      },
      (error) => {
        reject(new ChainglassFailure(error))
      },
    )
  })
}
