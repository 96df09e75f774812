import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server on a port of this machine that stores mails as they arrived. */
export async function openSmtpServer(port: number): Promise<SmtpServer> {
  const letters: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        letters.push(text)
        done()
      })
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return { letters, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

export type SmtpServer = { letters: string[]; close: () => Promise<void> }

/** A header of a mail with its continuation lines joined, or null. */
export function headerOf(letter: string, name: string): string | null {
  const [head = ''] = letter.split('\r\n\r\n', 1)
  const line = head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .find((it) => it.toLowerCase().startsWith(`${name.toLowerCase()}: `))
  return line?.slice(name.length + 2) ?? null
}
