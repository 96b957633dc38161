import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h } from 'vue'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { showAfter } from '#renderer/ui/show-after.ts'
import { defineFeature } from '../feature.ts'
import { shortcuts } from '../shortcuts/feature.ts'
import { settings } from './feature.ts'
import SettingsView from './SettingsView.vue'

test('its own choices show what is set, and a click changes it', async () => {
  const { core } = await mountInApp(SettingsView, { features: [settings] })
  core.handle(
    'app.info',
    () => ({ name: 'Chainglass', version: '1.2.3', host: 'loopback', limits: [] }) as never,
  )
  core.handle('settings.change', (changes) => changes)
  core.emit('settings.changed', { theme: 'dark' })
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await userEvent.click(page.getByText('Light', { exact: true }))
  await expect.element(page.getByRole('radio', { name: 'Light' })).toBeChecked()
  expect(core.inputsOf('settings.change')).toEqual([{ theme: 'light' }])
})

test('a choice is offered once it is known what is set', async () => {
  const { core } = await mountInApp(SettingsView, { features: [settings] })
  core.handle(
    'app.info',
    () => ({ name: 'Chainglass', version: '1.2.3', host: 'loopback', limits: [] }) as never,
  )
  expect(page.getByRole('radio').elements()).toEqual([])
  core.emit('settings.changed', { theme: 'dark' })
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('sections of other features stand between its own by their order', async () => {
  const section = { render: () => h('h3', 'Of another feature') }
  const other = defineFeature({
    settings: [{ group: 'display', order: 5, load: () => Promise.resolve({ default: section }) }],
  })
  const { core, wrapper } = await mountInApp(SettingsView, { features: [settings, other] })
  core.emit('settings.changed', {})
  await expect.element(page.getByText('Theme', { exact: true })).toBeVisible()
  const texts = wrapper.findAll('h2, h3, legend').map((each) => each.text())
  expect(texts.slice(0, 3)).toEqual(['Display', 'Of another feature', 'Theme'])
})

test('a section whose answer never comes keeps the others back for ten seconds at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const section = {
    setup() {
      showAfter(new Promise(() => undefined))
      return () => h('h3', 'Of a slow disk')
    },
  }
  const slow = defineFeature({
    settings: [{ group: 'data', order: 5, load: () => Promise.resolve({ default: section }) }],
  })
  const { core } = await mountInApp(SettingsView, { features: [settings, slow] })
  core.emit('settings.changed', {})
  const theme = page.getByText('Theme', { exact: true })
  await expect.element(theme).toBeInTheDocument()
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
  await expect.element(theme).not.toBeVisible()
  vi.advanceTimersByTime(10_000)
  await expect.element(theme).toBeVisible()
})

test('a setting is found by what it says, its group by its name, and nothing by what none has', async () => {
  const { core, wrapper } = await mountInApp(SettingsView, { features: [settings, shortcuts] })
  core.emit('settings.changed', {})
  await expect.element(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible()
  const visible = () =>
    wrapper
      .findAll('.setting')
      .filter((each) => (each.element as HTMLElement).checkVisibility())
      .map((each) => each.find('legend, h3').text())
  const field = page.getByRole('searchbox', { name: 'Find a setting' })
  await userEvent.fill(field, 'dark system')
  expect(visible()).toEqual(['Theme'])
  expect(page.getByRole('heading', { name: 'Keyboard' }).elements()).toEqual([])
  await userEvent.fill(field, 'KEYBOARD')
  expect(visible()).toEqual(['Single-key shortcuts', 'Keys'])
  await userEvent.fill(field, 'flurb')
  expect(visible()).toEqual([])
  await expect.element(page.getByRole('status')).toHaveTextContent('No setting has “flurb”.')
  await userEvent.click(page.getByRole('button', { name: 'Keyboard' }))
  expect(visible().length).toBeGreaterThan(5)
  await expect.element(page.getByRole('heading', { name: 'Keyboard' })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Keyboard' })).toHaveAttribute('aria-current', 'true')
})
