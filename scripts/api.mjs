// `npm run api`: installs if needed, then runs the service with the project's own Node. Plain Node >= 20.
const { ensureInstalled, NODE, run } = await import('./setup.mjs')

// npm, ended by a signal, ends only the shell it started; without a look at who is left, the service would go on alone.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

try {
  await ensureInstalled()
  await run(NODE, ['src/service/cli.ts', ...process.argv.slice(2)])
} catch (error) {
  // The service has said itself what was wrong; anything else has not.
  if (typeof error.code !== 'number') console.error(error.message)
  process.exitCode = typeof error.code === 'number' ? error.code : 1
}
