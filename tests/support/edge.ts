import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { WebSocketServer } from 'ws'
import { end, startNative, until } from '../../tools/dev/processes.ts'
import { workerdProgram, writeWorkerdConfig } from '../../tools/dev/workerd.ts'
import { listScripts, packFiles, root } from '../../tools/release/build.ts'
import { freePort } from './ports.ts'

export type Reply = { status: number; headers: Headers; text: string; raw: string[] }
export type EdgeUnderTest = {
  port: number
  /** Sends a request to the edge with the given host and the path as written, and follows no redirect. */
  fetch: (
    path: string,
    options?: { host?: string; method?: string; headers?: Record<string, string>; body?: string },
  ) => Promise<Reply>
  /** Sends bytes and returns the status code. */
  sendRaw: (bytes: string | Buffer) => Promise<number>
  stop: () => Promise<void>
}

export const edgeSecret = 'the secret of the test'

/** The edge of a deployment with two domains, whose API is unavailable. */
export const startEdgeAlone = (): Promise<EdgeUnderTest> =>
  startEdge({
    API_BASE_URL: 'http://127.0.0.1:1',
    PRODUCTION_DOMAIN: 'fanfare.example',
    PREVIEW_DOMAIN: 'fanfare.acme.workers.dev',
    EDGE_SECRET: edgeSecret,
    COMPRESS: 'on',
  })

/** The Worker of edge/ on real workerd, in front of the given API, with tests/support/start-double.ts as its app. */
export async function startEdge(settings: Record<string, string>): Promise<EdgeUnderTest> {
  const folder = await bundle()
  const port = await freePort()
  const config = writeWorkerdConfig(`edge-${port}`, [`127.0.0.1:${port}`], settings, folder)
  const edge = startNative(workerdProgram(), ['serve', config], false)
  const send: EdgeUnderTest['fetch'] = (path, options = {}) => sendHttp(port, path, options)
  await until(
    edge,
    () =>
      send('/_i18n/en/messages.json').then(
        () => true,
        () => false,
      ),
    'The edge',
    30_000,
  )
  const stop = async () => {
    await end(edge)
    rmSync(folder, { recursive: true, force: true })
  }
  return { port, fetch: send, sendRaw: (bytes) => sendRaw(port, bytes), stop }
}

export type ApiDouble = {
  url: string
  seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[]
  close: () => Promise<void>
}

/**
 * A plain server on the API's side of the edge: records requests and answers with `answer`. It also speaks
 * WebSocket on /ws, echoing each message with the names of the request headers.
 */
export async function startApiDouble(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  onPort?: number,
): Promise<ApiDouble> {
  const seen: ApiDouble['seen'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      answer(request, response)
    })
  })
  const sockets = new WebSocketServer({ server, path: '/ws' })
  sockets.on('connection', (socket, request) => {
    seen.push({ method: 'WS', url: request.url ?? '', headers: request.headers, body: '' })
    socket.on('message', (data, isBinary) => {
      if (String(data) === 'close') socket.close(4001, 'revoked')
      else socket.send(data, { binary: isBinary })
    })
  })
  const port = onPort ?? (await freePort())
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, seen, close }
}

/** Bundles the edge with a small stand-in for the app, so that its pages do what a test needs. */
async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-edge-'))
  const app = join(root, 'tests', 'support', 'start-double.ts')
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    root,
    resolve: { alias: { '@tanstack/react-start/server-entry': app } },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: join(root, 'edge', 'index.ts'),
      outDir: join(folder, 'server'),
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'index.js' } },
    },
  })
  const client = join(folder, 'client')
  mkdirSync(join(client, 'assets'), { recursive: true })
  writeFileSync(
    join(client, 'assets', 'app-1a2b3c.js'),
    `export const text = ${JSON.stringify('a long script '.repeat(200))}`,
  )
  writeFileSync(join(client, 'sw.js'), 'self.addEventListener("fetch", () => {})')
  listScripts(client)
  await packFiles(client, join(folder, 'files'))
  return folder
}

function sendHttp(
  port: number,
  path: string,
  options: { host?: string; method?: string; headers?: Record<string, string>; body?: string },
): Promise<Reply> {
  const { host = 'localhost', method = 'GET', headers = {}, body } = options
  // Node frames no body of DELETE by itself.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', path, method, headers: { host, ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const all = new Headers()
          for (const [name, values] of Object.entries(response.headersDistinct))
            for (const value of values ?? []) all.append(name, value)
          resolve({
            status: response.statusCode ?? 0,
            headers: all,
            text: Buffer.concat(chunks).toString(),
            raw: response.rawHeaders,
          })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

function sendRaw(port: number, bytes: string | Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(5_000, () => socket.destroy(new Error('No answer came.')))
    socket.on('error', reject)
    socket.once('data', (data) => {
      socket.destroy()
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString())?.[1] ?? 0))
    })
  })
}
