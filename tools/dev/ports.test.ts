import { createServer, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '../../tests/support/ports.ts'
import { openAddresses, portOf } from './processes.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function takePort(answer: string | null): Promise<number> {
  const port = await freePort()
  server = createServer((_request, response) => {
    // Null: it listens and never answers.
    if (answer !== null) response.end(answer)
  })
  await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
  return port
}
const description = JSON.stringify({ openapi: '3.1.0', info: { title: 'Fanfare API', version: '1' } })

it('rejects a port that Fanfare itself holds, and says what to do', async () => {
  const port = await takePort(description)
  await expect(openAddresses(port, 'PORT')).rejects.toThrow(
    `Fanfare is already running on http://localhost:${port}; stop it where it was started`,
  )
  await expect(openAddresses(port, 'API_PORT')).rejects.toThrow(/already running with its API on port.*API_PORT/)
})

it.each([
  ['answers something else', 'hello'],
  ['describes another API', JSON.stringify({ info: { title: 'Petstore' } })],
  ['answers null', 'null'],
  ['answers nothing', null],
])('rejects a port of another program, which %s', async (_, answer) => {
  const port = await takePort(answer)
  await expect(openAddresses(port, 'PORT')).rejects.toThrow(
    `Port ${port} is taken by another program; stop it or set PORT to a free port.`,
  )
})

it('rejects a value that is no port, with the name of the setting', () => {
  process.env.TEST_PORT = '99999'
  expect(() => portOf('TEST_PORT', 1)).toThrow('TEST_PORT is “99999”, which is no port number.')
  process.env.TEST_PORT = ''
  expect(portOf('TEST_PORT', 4711)).toBe(4711)
})
