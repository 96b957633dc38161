/** See chromium.mjs: plain JavaScript, because the scripts run before anything is installed. */
export function findChromium(options?: { shell?: boolean }): Promise<string | undefined>
export function ensureChromium(options?: { shell?: boolean }): Promise<string>
