/** The text size that a person set in the browser or system, as a factor of the default size. */
export const textScale = (): number => (scale ??= readScale())

let scale: number | undefined

const readScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
