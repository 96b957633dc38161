import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { CoreClient } from './app-types.ts'

/** Axe's rules that look at colors: all that a theme can change. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** The page's violations of WCAG 2.2 AA and axe's best practices, or of one part of them. */
export async function violations(page: Page, part: 'all' | 'colors' = 'all'): Promise<readonly string[]> {
  // Once for as long as the page is open: what Chromium compiles of it is used by each run.
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'))
  // Nothing is described of what passed, which takes time and is not looked at.
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(part === 'colors' ? { runOnly: COLOR_RULES } : {}),
  }
  return page.evaluate(async (options) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    )
  }, options)
}

/** Fails on any violation. What comes meanwhile is there at once: half faded in, nothing has enough contrast. */
export async function expectNoViolation(page: Page, part: 'all' | 'colors' = 'all'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => page.evaluate(countMoving), 'parts that fade or move').toBe(0)
  expect(await violations(page, part)).toEqual([])
  await page.emulateMedia({ reducedMotion: null })
}

/** The same in both themes, of which the last is light: by the setting, or where no core is given by the system's. */
export async function expectNoViolationInEachTheme(
  page: Page,
  core?: Pick<CoreClient, 'call'>,
): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    if (core) {
      await core.call('settings.change', { theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    } else await page.emulateMedia({ colorScheme: theme })
    // A theme changes colors alone.
    await expectNoViolation(page, theme === 'dark' ? 'colors' : 'all')
  }
}

/** Runs in the page. What moves for as long as something is loaded does not count. */
const countMoving = () =>
  document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    ).length
