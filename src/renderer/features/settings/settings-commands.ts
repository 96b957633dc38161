import { useRouter } from 'vue-router'
import { LANGUAGES, languages, type Language } from '#shared/languages.ts'
import { $gettext } from '#shared/text/gettext.ts'
import type { Command } from '#renderer/stores/commands.ts'
import { useSettings } from '#renderer/stores/settings.ts'

/** Commands for the settings that can also be changed in the palette. */
export function useSettingsCommands(): () => readonly Command[] {
  const router = useRouter()
  const settings = useSettings()
  const speak = (language: Language | 'system') => () => settings.change({ language })
  return () => [
    {
      id: 'go.settings',
      label: $gettext('Settings'),
      group: 'Go',
      shortcut: 'settings',
      run: () => router.push({ name: 'settings' }),
    },
    {
      id: 'view.zone',
      label: settings.zone === 'utc' ? $gettext('Times in local time') : $gettext('Times in UTC'),
      group: 'View',
      shortcut: 'zone',
      run: () => settings.change({ zone: settings.zone === 'utc' ? 'local' : 'utc' }),
    },
    {
      id: 'view.time',
      label: settings.time === 'relative' ? $gettext('Absolute times') : $gettext('Relative times'),
      group: 'View',
      run: () => settings.change({ time: settings.time === 'relative' ? 'absolute' : 'relative' }),
    },
    {
      id: 'view.theme',
      label: settings.theme === 'dark' ? $gettext('Light theme') : $gettext('Dark theme'),
      group: 'View',
      run: () => settings.change({ theme: settings.theme === 'dark' ? 'light' : 'dark' }),
    },
    {
      id: 'view.theme.system',
      label: $gettext('System theme'),
      group: 'View',
      run: () => settings.change({ theme: 'system' }),
    },
    { id: 'view.language.system', label: $gettext('Language: System'), group: 'View', run: speak('system') },
    ...languages.map((language): Command => ({
      id: `view.language.${language}`,
      label: $gettext('Language: %{language}', { language: LANGUAGES[language] }),
      group: 'View',
      run: speak(language),
    })),
    {
      id: 'view.images',
      label: settings.imagesAgreed ? $gettext('Hide remote images') : $gettext('Show remote images'),
      group: 'View',
      run: () => settings.change({ images: settings.imagesAgreed !== true }),
    },
  ]
}
