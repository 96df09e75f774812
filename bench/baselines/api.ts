import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * The baselines of the API, as little code as does the work: one row, a feed of two selects (the posts of the creators
 * that a fan follows with their authors, and the media on them), and a socket that stores a message with one INSERT and
 * sends it to the receiver.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = new Hono()

app.get('/row', async (c) => {
  const { rows } = await pool.query({
    name: 'row',
    text: `select id, username, bio from users where username = 'alice'`,
  })
  return c.json(rows[0])
})

app.get('/feed', async (c) => {
  const posts = await pool.query({ name: 'feed', text: feed, values: [c.req.query('fan')] })
  const media = await pool.query({ name: 'media', text: pictures, values: [posts.rows.map((post) => post.id)] })
  return c.json({ data: posts.rows, media: media.rows })
})
const feed = `
  select p.*, u.username, u.display_name, u.avatar_media_id from posts p
  join follows f on f.user_id = p.author_id join users u on u.id = p.author_id
  where f.follower_id = $1 and p.deleted_at is null order by p.published_at desc, p.id desc limit 20`
const pictures = `
  select pm.post_id, m.id, m.type, m.preview, m.width, m.height from post_media pm join media m on m.id = pm.media_id
  where pm.post_id = any($1::uuid[])`

await pool.query(
  `create table if not exists baseline_messages (id bigserial primary key, sender text, receiver text, content text)`,
)
const server = serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () =>
  console.log('baseline ready'),
)
const sockets = new Map<string, WebSocket>()

new WebSocketServer({ server: server as Server }).on('connection', (socket, request) => {
  const me = request.url?.slice(1) ?? ''
  sockets.set(me, socket)
  socket.on('message', async (data) => {
    const { to, content } = JSON.parse(String(data)) as { to: string; content: string }
    await pool.query({
      name: 'insert',
      text: 'insert into baseline_messages (sender, receiver, content) values ($1, $2, $3)',
      values: [me, to, content],
    })
    sockets.get(to)?.send(JSON.stringify({ from: me, content }))
  })
})
