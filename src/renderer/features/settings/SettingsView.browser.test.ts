import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h } from 'vue'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { defineFeature } from '../feature.ts'
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
  const section = { render: () => h('h2', 'Of another feature') }
  const other = defineFeature({ settings: [{ order: 5, load: () => Promise.resolve({ default: section }) }] })
  const { core, wrapper } = await mountInApp(SettingsView, { features: [settings, other] })
  core.emit('settings.changed', {})
  await expect.element(page.getByText('Theme', { exact: true })).toBeVisible()
  const texts = wrapper.findAll('h2, legend').map((each) => each.text())
  expect(texts.slice(0, 2)).toEqual(['Of another feature', 'Theme'])
})
