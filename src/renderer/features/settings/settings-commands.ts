import { useRouter } from 'vue-router'
import type { Command } from '#renderer/stores/commands.ts'
import { useSettings } from '#renderer/stores/settings.ts'

/** The settings that are also a command. */
export function useSettingsCommands(): () => readonly Command[] {
  const router = useRouter()
  const settings = useSettings()
  return () => [
    {
      id: 'go.settings',
      label: 'Settings',
      group: 'Go',
      shortcut: 'settings',
      run: () => router.push({ name: 'settings' }),
    },
    {
      id: 'view.zone',
      label: settings.zone === 'utc' ? 'Times in local time' : 'Times in UTC',
      group: 'View',
      shortcut: 'zone',
      run: () => settings.change({ zone: settings.zone === 'utc' ? 'local' : 'utc' }),
    },
    {
      id: 'view.time',
      label: settings.time === 'relative' ? 'Absolute times' : 'Relative times',
      group: 'View',
      run: () => settings.change({ time: settings.time === 'relative' ? 'absolute' : 'relative' }),
    },
    {
      id: 'view.theme',
      label: settings.theme === 'dark' ? 'Light theme' : 'Dark theme',
      group: 'View',
      run: () => settings.change({ theme: settings.theme === 'dark' ? 'light' : 'dark' }),
    },
    {
      id: 'view.theme.system',
      label: 'System theme',
      group: 'View',
      run: () => settings.change({ theme: 'system' }),
    },
    {
      id: 'view.images',
      label: settings.imagesAgreed ? 'Hide remote images' : 'Show remote images',
      group: 'View',
      run: () => settings.change({ images: settings.imagesAgreed !== true }),
    },
  ]
}
