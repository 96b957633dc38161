/** Sets the chosen theme on the document, and stores a copy for theme-before-paint.js. */
import { watchEffect } from 'vue'
import { useSettings } from '#renderer/stores/settings.ts'

/**
 * Follows the setting of the theme once it is loaded. Until then the host or theme-before-paint.js has set the theme.
 */
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
      // Storage is switched off: the theme may flash at the next start.
    }
  })
}
