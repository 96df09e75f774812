import { connect } from 'node:net'

/**
 * One connection that asks over HTTP and waits, bare, so that who measures takes little of the machine. Anything but the
 * expected status ends the run; a connection that the server has closed is opened again.
 */
export function openWire(host: string, port: number, status: number): Wire {
  let settle: { resolve: () => void; reject: (error: Error) => void } | null = null
  let socket = open()

  function open() {
    const made = connect({ host, port, noDelay: true })
    let said = ''
    made.setEncoding('latin1')
    made.on('error', (error) => settle?.reject(error))
    made.on('data', (chunk) => {
      said += String(chunk)
      const end = said.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = /\r\ncontent-length: (\d+)/i.exec(said.slice(0, end))?.[1]
      const isWhole = length === undefined ? said.endsWith('0\r\n\r\n') : said.length >= end + 4 + Number(length)
      if (!isWhole) return
      const answer = said
      said = ''
      if (answer.startsWith(`HTTP/1.1 ${status}`)) settle?.resolve()
      else settle?.reject(new Error(`answered with ${answer.slice(9, 12)} instead of ${status}`))
    })
    return made
  }

  return {
    ask: (text) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        if (socket.destroyed || socket.readableEnded) socket = open()
        socket.write(text)
      }),
    close: () => socket.destroy(),
  }
}

export type Wire = { ask: (text: string) => Promise<void>; close: () => void }
