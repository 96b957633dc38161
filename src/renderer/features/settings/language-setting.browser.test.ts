import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent } from 'vue'
import { setTranslator } from '#shared/text/gettext.ts'
import { useCommands, registerCommands } from '#renderer/stores/commands.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import DisplaySettings from './DisplaySettings.vue'
import { useSettingsCommands } from './settings-commands.ts'

const OWN_NAMES = ['English', 'Deutsch', 'Español', 'Português (Brasil)', '日本語', '简体中文']

afterEach(() => {
  setTranslator(() => null)
})

test('a language is chosen by its own name, which is never translated', async () => {
  setTranslator(() => ({
    locale: 'de',
    text: (text) => `[${text}]`,
    plural: (one) => `[${one}]`,
  }))
  const { core } = await mountInApp(DisplaySettings)
  core.handle('settings.change', (changes) => changes)
  core.emit('settings.changed', { language: 'ja' })
  const choice = page.getByRole('combobox', { name: '[Language]' })
  await expect.element(choice).toHaveValue('ja')
  const options = [...(choice.element() as HTMLSelectElement).options]
  expect(options.map(({ text }) => text)).toEqual(['[System]', ...OWN_NAMES])
  expect(options.slice(1).map(({ lang, value }) => lang === value)).toEqual(OWN_NAMES.map(() => true))
  await userEvent.selectOptions(choice, 'Deutsch')
  await userEvent.selectOptions(choice, '[System]')
  expect(core.inputsOf('settings.change')).toEqual([{ language: 'de' }, { language: 'system' }])
})

test('each language is a command, and so is that of the system', async () => {
  const Host = defineComponent({
    setup() {
      registerCommands(useSettingsCommands())
      return { commands: useCommands() }
    },
    render: () => null,
  })
  const { core, wrapper } = await mountInApp(Host)
  core.handle('settings.change', (changes) => changes)
  core.emit('settings.changed', {})
  const { commands } = wrapper.vm as unknown as { commands: ReturnType<typeof useCommands> }
  const labels = commands.all.map(({ label }) => label).filter((label) => label.startsWith('Language: '))
  expect(labels).toEqual(['System', ...OWN_NAMES].map((name) => `Language: ${name}`))
  await commands.run('view.language.de')
  await commands.run('view.language.system')
  expect(core.inputsOf('settings.change')).toEqual([{ language: 'de' }, { language: 'system' }])
})
