import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import ChainHome from './ChainHome.vue'

test('no suggested address is cut, in a wide and in a narrow window', async () => {
  const core = createScriptedCore()
  const marks = Array.from({ length: 16 }, (_, nth) => ({
    address: `0x${nth.toString(16).padStart(40, '0')}`,
    name: `Museum of Broken Pictures ${String(nth)}`,
    description: 'NFTs with media that is missing, wrong or too much',
  }))
  core.handle('sources.landmarks', () => marks)
  for (const width of [1_440, 400]) {
    await page.viewport(width, 800)
    await mountInApp(ChainHome, { core, route: '/s/eth', props: { source: 'eth' } })
    const section = page.getByRole('region', { name: 'Suggested addresses' })
    await expect.element(section).toBeVisible()
    const { right } = section.element().getBoundingClientRect()
    for (const link of section.getByRole('link').all()) {
      const box = link.element()
      expect(box.getBoundingClientRect().right).toBeLessThanOrEqual(right)
      expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
    }
    // Two rows at first, none of them in part; then all.
    const bottom = () => section.element().getBoundingClientRect().bottom
    const boxes = () =>
      section
        .getByRole('link')
        .all()
        .map((link) => link.element().getBoundingClientRect())
    const inPart = () => boxes().filter((box) => box.top < bottom() - 1 && box.bottom > bottom() + 1)
    expect(inPart()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Show all 16 addresses' }))
    await expect.poll(() => getComputedStyle(section.element()).overflowY).toBe('auto')
    // In a narrow window they are scrolled.
    if (width > 860) expect(boxes().filter((box) => box.bottom > bottom() + 1)).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Show fewer addresses' }))
    await expect.poll(() => boxes().some((box) => box.bottom > bottom() + 1)).toBe(true)
  }
})
