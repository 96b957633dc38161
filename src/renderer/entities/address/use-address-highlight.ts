import { onScopeDispose } from 'vue'

/** Only a hash may enter the style rule, since an attribute can hold any text. */
const ADDRESS = /^0x[0-9a-f]{1,64}$/

/**
 * Highlights all elements of the address under the pointer (`data-address`). A single CSS rule does this, so no row
 * renders again.
 */
export function useAddressHighlight(): void {
  const sheet = new CSSStyleSheet()
  let highlighted: string | undefined

  function highlight(address: string | undefined) {
    const next = address !== undefined && ADDRESS.test(address) ? address : undefined
    if (next === highlighted) return
    highlighted = next
    sheet.replaceSync(
      next === undefined
        ? ''
        : `[data-address="${next}"] { background: var(--lit) }
           .addr[data-address="${next}"], [data-address="${next}"] > bdi, [data-address="${next}"] > .mono { color: var(--text) !important }`,
    )
  }
  function onOver({ target }: MouseEvent) {
    highlight(
      target instanceof Element ? target.closest<HTMLElement>('[data-address]')?.dataset.address : undefined,
    )
  }
  function onLeave() {
    highlight(undefined)
  }

  document.adoptedStyleSheets.push(sheet)
  document.addEventListener('mouseover', onOver)
  // The pointer may rest on an address already.
  highlight(document.querySelector<HTMLElement>('[data-address]:hover')?.dataset.address)
  document.documentElement.addEventListener('mouseleave', onLeave)
  onScopeDispose(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    document.removeEventListener('mouseover', onOver)
    document.documentElement.removeEventListener('mouseleave', onLeave)
  })
}
