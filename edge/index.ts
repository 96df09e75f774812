import { Hono } from 'hono'
import start from '@tanstack/react-start/server-entry'

const app = new Hono()
app.get('/ping', (c) => c.text('pong'))
app.all('*', (c) => start.fetch(c.req.raw))
export default app
