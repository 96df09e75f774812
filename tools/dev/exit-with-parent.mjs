/** Preloaded into processes that must not outlive their parent: sends them SIGTERM when it is gone. */
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 300).unref()
