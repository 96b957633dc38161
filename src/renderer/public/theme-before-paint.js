// Runs before the first paint, so that a chosen theme never flashes the other one. The core holds the setting: a host
// that knows it has put it into the page; else this is its last known value. A file of its own, because the Content-Security-Policy allows no inline script.
try {
  const { dataset } = document.documentElement
  const theme = localStorage.getItem('chainglass.theme')
  if (!dataset.theme && (theme === 'light' || theme === 'dark')) dataset.theme = theme
} catch {
  // Storage can be switched off; the system's theme is then shown until the core has answered.
}
