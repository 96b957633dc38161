/** See chromium.mjs: plain JavaScript, because the scripts run before anything is installed. */
export function findChromium(): Promise<string | undefined>
export function ensureChromium(): Promise<string>
