/**
 * Keys of a text that is still being composed, as Japanese and Chinese are, belong to the input method: Enter takes what it
 * offers, arrows walk through that, Escape takes it back. No field and no shortcut of ours hears them. To be called first.
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
