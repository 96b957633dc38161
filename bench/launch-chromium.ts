import { chromium, type Browser } from '@playwright/test'

/** Debian's, unless CHAINGLASS_CHROMIUM names another; without its sandbox for root only, to whom it is refused. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHAINGLASS_CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
