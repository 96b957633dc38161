import type { RpcClient } from './client.ts'
import type { EventData, EventInput, EventName } from './contract.ts'
import { ChainglassFailure } from '../errors/failure.ts'

/**
 * The present state of an event, as a new subscriber gets it; the first that `isWanted` of what it becomes. Rejects with
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
        // In memory the first event comes before `stop` is there.
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
