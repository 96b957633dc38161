import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails on any violation that axe finds: WCAG 2.2 AA and axe's best practices. What is fading in or moving comes to rest. */
export async function expectNoViolation(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(countMoving), 'parts that fade or move').toBe(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
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
