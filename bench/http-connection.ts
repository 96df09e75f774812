import { connect } from 'node:net'

export type HttpConnection = {
  /** Sends a whole request, and resolves with the answer's arrival. */
  send: (request: string) => Promise<void>
  close: () => void
}

/**
 * One connection that sends a request and waits for its answer, bare, so that the caller takes little of the machine.
 * Rejects any status but the expected one; a connection that the server has closed is opened again.
 */
export function openHttpConnection(host: string, port: number, expectedStatus: number): HttpConnection {
  let pending: { resolve: () => void; reject: (error: Error) => void } | null = null
  let socket = open()

  function open() {
    const opened = connect({ host, port, noDelay: true })
    let received = ''
    opened.setEncoding('latin1')
    opened.on('error', (error) => pending?.reject(error))
    opened.on('data', (chunk) => {
      received += String(chunk)
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd === -1) return
      const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1]
      const isWhole =
        length === undefined ? received.endsWith('0\r\n\r\n') : received.length >= headEnd + 4 + Number(length)
      if (!isWhole) return
      const answer = received
      received = ''
      if (answer.startsWith(`HTTP/1.1 ${expectedStatus}`)) pending?.resolve()
      else pending?.reject(new Error(`answered with ${answer.slice(9, 12)} instead of ${expectedStatus}`))
    })
    return opened
  }

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        if (socket.destroyed || socket.readableEnded) socket = open()
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}
