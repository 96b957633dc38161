export const isRightToLeft = (element: EventTarget | null): boolean =>
  element instanceof Element && element.matches(':dir(rtl)')
