/** The app's id where a system needs one: the bundle on macOS, shortcuts and notifications on Windows. */
export const APP_ID = 'app.chainglass.desktop'
