// Loaded first in every process that the supervisor starts (NODE_OPTIONS), and so in their own children too.
// When the parent is gone, even by kill -9, the channel to it closes and this process ends as by SIGTERM.
const GRACE_MS = 5_000

if (process.channel) {
  process.on('disconnect', () => {
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  // The channel alone keeps no process alive: a finished script still ends.
  process.channel.unref()
}
