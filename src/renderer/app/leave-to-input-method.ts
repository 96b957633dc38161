/**
 * Leaves keys to the input method while it composes a text, for example in Japanese or Chinese. There, Enter accepts a
 * suggestion, arrows move through suggestions, and Escape cancels. No field and no shortcut gets these keys. Call it
 * before other listeners are added.
 */
export const leaveToInputMethod = (): void => {
  addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
