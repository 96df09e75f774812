import { createServer } from 'node:http'
import pg from 'pg'
import { WebSocketServer } from 'ws'

/** The floor of the sockets: a bare `ws` server that stores what it is told with one INSERT and tells it to everybody. */
const [port, url] = [Number(process.argv[2]), process.argv[3]]
const pool = new pg.Pool({ connectionString: url, max: 4 })
await pool.query(
  'create table if not exists floor_told (id bigint generated always as identity primary key, content text not null)',
)

const server = createServer((request, answer) => {
  if (request.url === '/memory') {
    globalThis.gc?.()
    return answer.end(JSON.stringify({ rss: process.memoryUsage().rss }))
  }
  void pool.query('insert into floor_told (content) values ($1)', ['Good evening.']).then(() => {
    const text = JSON.stringify({ type: 'new_message', at: 'floor', content: 'Good evening.' })
    for (const socket of sockets.clients) socket.send(text)
    answer.end('{}')
  })
})
const sockets = new WebSocketServer({ server })
server.listen(port, '127.0.0.1', () => console.log('floor ready on'))
