/**
 * Lights up every place of one address in the window. One rule of one style sheet does it, so that no row draws again
 * however many show the address. Only a hash gets into the rule; whatever else an attribute may hold does not.
 */
const ADDRESS = /^0x[0-9a-f]{1,64}$/
let sheet: CSSStyleSheet | undefined
let lit: string | undefined

export function lightAddress(address: string | undefined): void {
  const next = address !== undefined && ADDRESS.test(address) ? address : undefined
  if (next === lit) return
  lit = next
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(
    next === undefined
      ? ''
      : `[data-address="${next}"] { background: var(--lit) }
         [data-address="${next}"] > bdi, [data-address="${next}"] > .mono { color: var(--text) !important }`,
  )
}
