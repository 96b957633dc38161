import { useRouter, useRoute } from 'vue-router'
import { registerCommands, type Command } from '#renderer/stores/commands.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { chainRoute } from '../entities/routes.ts'

/** What can be done everywhere. */
export function useAppCommands(): void {
  const route = useRoute()
  const router = useRouter()
  const settings = useSettings()
  const sources = useSources()

  registerCommands((): Command[] => {
    const here = route.params.source
    const source = typeof here === 'string' ? here : sources.current
    const dark = settings.theme === 'dark'
    return [
      {
        id: 'go.back',
        label: 'Back',
        group: 'Go',
        keys: '[',
        keyboardOnly: true,
        run: () => {
          router.back()
        },
      },
      {
        id: 'go.forward',
        label: 'Forward',
        group: 'Go',
        keys: ']',
        keyboardOnly: true,
        run: () => {
          router.forward()
        },
      },
      ...(source === undefined
        ? []
        : [
            {
              id: 'go.chain',
              label: 'Latest transfers',
              group: 'Go' as const,
              run: () => router.push(chainRoute(source)),
            },
          ]),
      { id: 'go.watchlist', label: 'Watchlist', group: 'Go', run: () => router.push({ name: 'watchlist' }) },
      { id: 'go.news', label: 'What is new', group: 'Go', run: () => router.push({ name: 'news' }) },
      { id: 'go.sources', label: 'Sources', group: 'Go', run: () => router.push({ name: 'sources' }) },
      {
        id: 'go.settings',
        label: 'Settings',
        group: 'Go',
        keys: ',',
        run: () => router.push({ name: 'settings' }),
      },
      {
        id: 'view.zone',
        label: settings.zone === 'utc' ? 'Times in local time' : 'Times in UTC',
        group: 'View',
        keys: 't',
        run: () => settings.change({ zone: settings.zone === 'utc' ? 'local' : 'utc' }),
      },
      {
        id: 'view.time',
        label: settings.time === 'relative' ? 'Times as dates' : 'Times as ages',
        group: 'View',
        run: () => settings.change({ time: settings.time === 'relative' ? 'absolute' : 'relative' }),
      },
      {
        id: 'view.theme',
        label: dark ? 'Light theme' : 'Dark theme',
        group: 'View',
        run: () => settings.change({ theme: dark ? 'light' : 'dark' }),
      },
      {
        id: 'view.theme.system',
        label: 'Theme of the system',
        group: 'View',
        run: () => settings.change({ theme: 'system' }),
      },
      {
        id: 'view.images',
        label: settings.images ? 'Leave images out' : 'Show images',
        group: 'View',
        run: () => settings.change({ images: !settings.images }),
      },
    ]
  })
}
