// Loaded first in every process that the supervisor starts.
// When the supervisor is gone, even by kill -9, the channel to it closes, and this process ends as by SIGTERM.
const GRACE_MS = 5_000

// Only the supervisor's own children: what they fork in turn loads this too, and ends with them.
if (process.env.SUPERVISED === '1') {
  delete process.env.SUPERVISED
  process.on('disconnect', () => {
    setTimeout(endGroup, GRACE_MS).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  // The channel alone keeps no process alive: a finished script still ends.
  process.channel?.unref()
}

function endGroup() {
  if (process.platform === 'win32') process.exit(1)
  // The supervisor's children lead a group of their own, which holds their descendants.
  process.kill(-process.pid, 'SIGKILL')
}
