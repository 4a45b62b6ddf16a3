// Preloaded in every process that the supervisor starts. If the supervisor dies, even by kill -9, its channel closes and
// this process stops as on SIGTERM.
const GRACE_MS = 5_000

// Only the supervisor's own children. Their forks load this too, and end with them.
if (process.env.SUPERVISED === '1') {
  delete process.env.SUPERVISED
  process.on('disconnect', () => {
    setTimeout(endGroup, GRACE_MS).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  // The channel must not keep a finished script alive.
  process.channel?.unref()
}

function endGroup() {
  if (process.platform === 'win32') process.exit(1)
  // Each of the supervisor's children leads its own group, which holds its descendants.
  process.kill(-process.pid, 'SIGKILL')
}
