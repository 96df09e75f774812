import { type ChildProcess, spawn } from 'node:child_process'

/** A Redis of its own for a chaos test, which keeps nothing; ends the test where the program is not installed. */
export function startRedis(port: number): ChildProcess {
  const child = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
  child.on('error', () => {
    console.error('This test needs the program redis-server (or valkey under that name).')
    process.exit(1)
  })
  return child
}
