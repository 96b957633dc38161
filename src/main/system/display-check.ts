/** A sentence for a terminal about why this machine can't show a window; undefined if it can. */
export function describeMissingDisplay(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
): string | undefined {
  if (platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY) return undefined
  if (argv.some((argument) => /^--(headless|ozone-platform=headless)/.test(argument))) return undefined
  return 'There is no display for a window (neither DISPLAY nor WAYLAND_DISPLAY is set). From a checkout, `npm start -- --web` opens Chainglass in a browser.'
}
