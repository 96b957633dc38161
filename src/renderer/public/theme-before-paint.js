// Runs before the first paint, so that a chosen theme never flashes the other one. The core holds the setting; this is
// only its last known value. A file of its own, because the Content-Security-Policy allows no inline script.
try {
  const theme = localStorage.getItem('chainglass.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage can be switched off; the system's theme is then shown until the core has answered.
}
