/** Requirements of a language in the window: every text translated, none cut off, the page not wider than the window. */
import type { Page } from '@playwright/test'

/**
 * Texts of the window that are not in the pseudo language: `app/pseudo-language.ts` marks each with brackets and leaves
 * no vowel as it is. What comes from a chain, a source or the person is not translated: it stands in these elements.
 */
const GIVEN = [
  'bdi',
  'code',
  'pre',
  'kbd',
  'textarea',
  '.mono',
  '[translate=no]',
  '[data-copy]',
  '.hash',
  '.addr',
  '.name',
  '.meth',
  '.sym',
  '.decoded-line',
  '.tag',
  '.field-list',
].join()

/** Names of the sample chain, and hosts: they stand in titles and headings too. */
const NAMES = /Harbour Exchange|[\w-]+\.(sample\.)?eth|Sample chain|chainglass|[\w-]+\.blockscout\.com/gi

/** `said` are sentences of status regions that were there before the language was changed. */
export const untranslated = (page: Page, said: readonly string[]): Promise<string[]> =>
  page.evaluate(
    ({ given, names, said }) => {
      const found = new Set<string>()
      const known = [...document.body.querySelectorAll(given)]
        .map((element) => element.textContent.trim())
        .filter((text) => text.length > 2)
        .sort((one, other) => other.length - one.length)
      const isEnglish = (text: string) => {
        let rest = text.replace(new RegExp(names, 'gi'), '')
        for (const name of known) rest = rest.replaceAll(name, '')
        // Values stand within the brackets: what is left outside of them must not be a word.
        let depth = 0
        let outside = ''
        for (const character of rest) {
          if (character === '[') depth += 1
          else if (character === ']') depth = Math.max(0, depth - 1)
          else if (depth === 0) outside += character
        }
        return /\b[A-Za-z]*[aeiou][a-z]{2,}\b/.test(outside.replace(/0x[\da-f…]+/gi, ''))
      }
      for (const element of document.body.querySelectorAll('*')) {
        if (said.includes(element.closest('[role=status]')?.textContent ?? '')) continue
        if (element.closest(given) || !element.checkVisibility({ visibilityProperty: true })) continue
        for (const node of element.childNodes)
          if (node.nodeType === Node.TEXT_NODE && isEnglish(node.textContent ?? ''))
            found.add((node.textContent ?? '').trim())
        for (const name of [
          'aria-label',
          'title',
          'placeholder',
          'alt',
          'aria-description',
          'aria-valuetext',
        ]) {
          const text = element.getAttribute(name) ?? ''
          if (isEnglish(text)) found.add(`${name}: ${text}`)
        }
      }
      return [...found]
    },
    { given: GIVEN, names: NAMES.source, said },
  )

/** Texts that do not fit: cut off without an ellipsis, or a page that is wider than the window. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const found =
      scrollWidth > clientWidth + 1 ? [`the page: ${String(scrollWidth)} of ${String(clientWidth)} px`] : []
    const texts =
      'button, a.btn, [role=tab], label, legend, h1, h2, h3, dt, [role=columnheader], [role=menuitem], p'
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''
    for (const element of document.body.querySelectorAll<HTMLElement>(texts)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden'))
        continue
      // An element that only holds other elements leaves it to them to be cut.
      if (![...element.childNodes].some(isText)) continue
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
      // Where there is no room for it, it is there for a screen reader alone, as what has the class is.
      if (clipPath === 'inset(50%)') continue
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
      if (isCut && overflowX !== 'visible' && overflowX !== 'auto' && textOverflow !== 'ellipsis')
        found.push(`cut off: ${element.textContent.trim().slice(0, 80)}`)
    }
    return found
  })
