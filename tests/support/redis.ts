import { connect } from 'node:net'

/** The Redis that joins the nodes of a test (REDIS_URL, or the default address), or null without one. */
export function redisAtHand(): Promise<string | null> {
  const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 500 })
    const finish = (isReachable: boolean) => {
      socket.destroy()
      resolve(isReachable ? url : null)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
    socket.once('timeout', () => finish(false))
  })
}
