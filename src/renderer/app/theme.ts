/** Puts the chosen theme on the document, and leaves a copy for theme-before-paint.js. */
import { watchEffect } from 'vue'
import { useSettings } from '#renderer/stores/settings.ts'

/** Follows the setting once it is loaded; until then the theme is what the host put into the page, or theme-before-paint.js. */
export function followTheme(): void {
  const settings = useSettings()
  watchEffect(() => {
    const theme = settings.theme
    if (!settings.isLoaded) return
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    try {
      localStorage.setItem('chainglass.theme', theme)
    } catch {
      // Storage switched off: the theme may flash at the next start.
    }
  })
}
