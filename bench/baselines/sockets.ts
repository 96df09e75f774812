import { createServer } from 'node:http'
import pg from 'pg'
import { WebSocketServer } from 'ws'

/** The baseline of the sockets: a bare `ws` server that stores a message with one INSERT and sends it to every socket. */
const [port, url] = [Number(process.argv[2]), process.argv[3]]
const pool = new pg.Pool({ connectionString: url, max: 4 })
await pool.query(
  'create table if not exists baseline_published (id bigint generated always as identity primary key, content text not null)',
)

const server = createServer((request, answer) => {
  if (request.url === '/memory') {
    globalThis.gc?.()
    return answer.end(JSON.stringify({ rss: process.memoryUsage().rss }))
  }
  void pool.query('insert into baseline_published (content) values ($1)', ['Good evening.']).then(() => {
    const text = JSON.stringify({ type: 'new_message', at: 'baseline', content: 'Good evening.' })
    for (const socket of sockets.clients) socket.send(text)
    answer.end('{}')
  })
})
const sockets = new WebSocketServer({ server })
server.listen(port, '127.0.0.1', () => console.log('baseline ready on'))
