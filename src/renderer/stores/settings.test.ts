import { createPinia, setActivePinia } from 'pinia'
import { expect, test } from 'vitest'
import type { RpcClient } from '#shared/rpc/client.ts'
import { ok } from '#shared/errors/errors.ts'
import type { Settings } from '#shared/settings.ts'
import { useSettings } from './settings.ts'

test('what the core says of an earlier change does not take back a later one', async () => {
  const answers: (() => void)[] = []
  let tell: (settings: Settings) => void = () => undefined
  let stored: Settings = {}
  const core = {
    subscribe: (_name: string, _input: object, listener: typeof tell) => {
      tell = listener
    },
    call: (_name: string, changes: Settings) =>
      new Promise((resolve) => {
        stored = { ...stored, ...changes }
        answers.push(resolve.bind(undefined, ok(stored)))
      }),
  }
  setActivePinia(createPinia())
  const settings = useSettings()
  settings.follow(core as unknown as RpcClient)
  tell({})

  const first = settings.change({ leftOutEverywhere: ['a'] })
  const second = settings.change({ leftOutEverywhere: ['a', 'b'] })
  tell({ leftOutEverywhere: ['a'] })
  expect(settings.leftOutEverywhere).toEqual(['a', 'b'])
  answers[0]?.()
  await first
  expect(settings.leftOutEverywhere).toEqual(['a', 'b'])
  answers[1]?.()
  await second
  expect(settings.leftOutEverywhere).toEqual(['a', 'b'])

  // No change is being sent any more.
  tell({ leftOutEverywhere: ['c'] })
  expect(settings.leftOutEverywhere).toEqual(['c'])
})
