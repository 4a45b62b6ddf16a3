// Preloaded in every process that the supervisor starts. If the supervisor dies, even from kill -9, the channel to it closes
// and this process stops as on SIGTERM.
const GRACE_MS = 5_000

// Only in the supervisor's own children. Their forks load this too, but end together with them.
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
  // Each of the supervisor's children leads a process group with its descendants.
  process.kill(-process.pid, 'SIGKILL')
}
