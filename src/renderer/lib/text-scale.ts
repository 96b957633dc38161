/** How much larger text is than it is at first: what a person set in the browser, or in the system. */
export const textScale = (): number => (scale ??= readScale())

let scale: number | undefined

const readScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
