import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Axe's rules that look at colors: all that a theme can change. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Fails on any violation that axe finds: WCAG 2.2 AA and axe's best practices, or the part of them that is named. What is
 * fading in or moving comes to rest.
 */
export async function expectNoViolation(
  page: Page,
  part: 'all' | 'colors' | 'all but colors' = 'all',
): Promise<void> {
  await expect.poll(() => page.evaluate(countMoving), 'parts that fade or move').toBe(0)
  // Within the page: no view has a frame, and else each run opens a page of its own for what it found.
  // Nothing is described of what passed, which takes time and is not looked at.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (part === 'colors') axe.withRules(COLOR_RULES)
  else if (part === 'all but colors') axe.disableRules(COLOR_RULES)
  const { violations } = await axe.analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([])
}

/** Runs in the page. What moves for as long as something is loaded does not count. */
const countMoving = () =>
  document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    ).length
