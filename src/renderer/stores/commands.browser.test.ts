import { createApp, effectScope } from 'vue'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, test } from 'vitest'
import { paneKey } from '#renderer/lib/pane.ts'
import { formatKeys, registerCommands, useCommands, useOwnCommands } from './commands.ts'

const press = (key: string, more: KeyboardEventInit = {}, on: HTMLElement = document.body) => {
  let event!: KeyboardEvent
  const listen = (each: KeyboardEvent) => (event = each)
  on.addEventListener('keydown', listen)
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  on.removeEventListener('keydown', listen)
  return event
}
const offer = (id: string, keys: string) => {
  const scope = effectScope()
  scope.run(() => {
    registerCommands(() => [{ id, label: id, group: 'View', keys, run: () => undefined }])
  })
  return scope
}

beforeEach(() => {
  setActivePinia(createPinia())
})

describe('commands', () => {
  test('are there as long as who offers them; the later of two with the same keys is run', () => {
    const first = offer('first', 'c')
    const second = offer('second', 'c')
    expect(useCommands().findByKeys(press('c'))?.id).toBe('second')
    second.stop()
    expect(useCommands().findByKeys(press('c'))?.id).toBe('first')
    first.stop()
    expect(useCommands().findByKeys(press('c'))).toBeUndefined()
    expect(useCommands().all).toEqual([])
  })

  test('plain keys are letters where a person types; with mod they are keys there too', () => {
    const scopes = [offer('slash', '/'), offer('palette', 'mod+k')]
    const field = document.createElement('input')
    document.body.append(field)
    expect(useCommands().findByKeys(press('/', {}, field))).toBeUndefined()
    expect(useCommands().findByKeys(press('/'))?.id).toBe('slash')
    expect(useCommands().findByKeys(press('k', { ctrlKey: true }, field))?.id).toBe('palette')
    expect(useCommands().findByKeys(press('K', { metaKey: true }))?.id).toBe('palette')
    expect(useCommands().findByKeys(press('/', { altKey: true }))).toBeUndefined()
    field.remove()
    for (const scope of scopes) scope.stop()
  })

  test('what a part has already taken is left alone', () => {
    const scope = offer('copy', 'c')
    const event = press('c')
    event.preventDefault()
    expect(useCommands().findByKeys(event)).toBeUndefined()
    scope.stop()
  })

  test('a part of a page has the commands of its own pane, whichever is active', () => {
    const commandsIn = (id: string, own: string) => {
      const app = createApp({})
      app.provide(paneKey, { id, isActive: () => false, chainId: () => undefined, setTitle: () => undefined })
      const scope = effectScope()
      const commands = app.runWithContext(() =>
        scope.run(() => {
          registerCommands(() => [{ id: own, label: own, group: 'Here', run: () => undefined }])
          return useOwnCommands()
        }),
      )!
      return { ids: () => commands.value.map(({ id: each }) => each), scope }
    }
    const panes = [commandsIn('one', 'first'), commandsIn('other', 'second')]
    expect(panes.map(({ ids }) => ids())).toEqual([['first'], ['second']])
    for (const { scope } of panes) scope.stop()
  })

  test('keys are told as they stand on the keyboard', () => {
    expect(formatKeys('mod+k', true)).toBe('⌘ K')
    expect(formatKeys('mod+\\', false)).toBe('Ctrl \\')
    expect(formatKeys('?')).toBe('?')
  })
})
