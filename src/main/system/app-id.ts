/** The app's name for the systems that want one: of the bundle on macOS, of shortcuts and notifications on Windows. */
export const APP_ID = 'app.chainglass.desktop'
