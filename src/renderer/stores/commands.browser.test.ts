import { effectScope } from 'vue'
import { describe, expect, test } from 'vitest'
import { commandFor, commands, formatKeys, registerCommands } from './commands.ts'

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

describe('commands', () => {
  test('are there as long as who offers them; the later of two with the same keys is run', () => {
    const first = offer('first', 'c')
    const second = offer('second', 'c')
    expect(commandFor(press('c'))?.id).toBe('second')
    second.stop()
    expect(commandFor(press('c'))?.id).toBe('first')
    first.stop()
    expect(commandFor(press('c'))).toBeUndefined()
    expect(commands.value).toEqual([])
  })

  test('plain keys are letters where a person types; with mod they are keys there too', () => {
    const scopes = [offer('slash', '/'), offer('palette', 'mod+k')]
    const field = document.createElement('input')
    document.body.append(field)
    expect(commandFor(press('/', {}, field))).toBeUndefined()
    expect(commandFor(press('/'))?.id).toBe('slash')
    expect(commandFor(press('k', { ctrlKey: true }, field))?.id).toBe('palette')
    expect(commandFor(press('K', { metaKey: true }))?.id).toBe('palette')
    expect(commandFor(press('/', { altKey: true }))).toBeUndefined()
    field.remove()
    for (const scope of scopes) scope.stop()
  })

  test('what a part has already taken is left alone', () => {
    const scope = offer('copy', 'c')
    const event = press('c')
    event.preventDefault()
    expect(commandFor(event)).toBeUndefined()
    scope.stop()
  })

  test('keys are told as they stand on the keyboard', () => {
    expect(formatKeys('mod+k', true)).toBe('⌘ K')
    expect(formatKeys('mod+\\', false)).toBe('Ctrl \\')
    expect(formatKeys('?')).toBe('?')
  })
})
