import { useRouter, useRoute } from 'vue-router'
import { offerCommands, type Command } from '#renderer/stores/commands.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { chainPlace } from '../entities/routes.ts'

/** What can be done everywhere. */
export function useAppCommands(): void {
  const route = useRoute()
  const router = useRouter()
  const settings = useSettings()
  const sources = useSources()

  offerCommands((): Command[] => {
    const here = route.params.source
    const source = typeof here === 'string' ? here : sources.current
    const dark = settings.theme === 'dark'
    return [
      {
        id: 'go.back',
        words: 'Back',
        group: 'Go',
        keys: '[',
        keyboardOnly: true,
        run: () => {
          router.back()
        },
      },
      {
        id: 'go.forward',
        words: 'Forward',
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
              words: 'Latest transfers',
              group: 'Go' as const,
              run: () => router.push(chainPlace(source)),
            },
          ]),
      { id: 'go.watchlist', words: 'Watchlist', group: 'Go', run: () => router.push({ name: 'watchlist' }) },
      { id: 'go.news', words: 'What is new', group: 'Go', run: () => router.push({ name: 'news' }) },
      { id: 'go.sources', words: 'Sources', group: 'Go', run: () => router.push({ name: 'sources' }) },
      {
        id: 'go.settings',
        words: 'Settings',
        group: 'Go',
        keys: ',',
        run: () => router.push({ name: 'settings' }),
      },
      {
        id: 'view.zone',
        words: settings.zone === 'utc' ? 'Times in local time' : 'Times in UTC',
        group: 'View',
        keys: 't',
        run: () => settings.change({ zone: settings.zone === 'utc' ? 'local' : 'utc' }),
      },
      {
        id: 'view.time',
        words: settings.time === 'relative' ? 'Times as dates' : 'Times as ages',
        group: 'View',
        run: () => settings.change({ time: settings.time === 'relative' ? 'absolute' : 'relative' }),
      },
      {
        id: 'view.theme',
        words: dark ? 'Light theme' : 'Dark theme',
        group: 'View',
        run: () => settings.change({ theme: dark ? 'light' : 'dark' }),
      },
      {
        id: 'view.theme.system',
        words: 'Theme of the system',
        group: 'View',
        run: () => settings.change({ theme: 'system' }),
      },
      {
        id: 'view.images',
        words: settings.images ? 'Leave images out' : 'Show images',
        group: 'View',
        run: () => settings.change({ images: !settings.images }),
      },
    ]
  })
}
