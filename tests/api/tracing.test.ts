import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openJobs } from '../../api/platform/jobs/jobs.ts'
import { chat } from '../../contract/chat.ts'
import { users } from '../../contract/users.ts'
import { testApi } from '../support/test-api.ts'

/** What an operator's SDK sees of the API; registered as `--import` does it (docs/operations.md). */
const api = testApi()
const exporter = new InMemorySpanExporter()
beforeAll(() => new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register())
beforeEach(() => exporter.reset())
afterAll(() => {
  for (const part of [trace, context, propagation]) part.disable()
})
const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']

test('a request continues the trace of its caller, and its statements are its children', async () => {
  const [fan, alice] = [await api.makeUser(), await api.makeUser()]
  const traceparent = `00-${traceId}-${parentId}-01`
  await api.call(fan, users.get, { username: alice.username }, { traceparent, 'x-request-id': 'of-the-edge' })
  const spans = exporter.getFinishedSpans()
  const request = spans.find(({ name }) => name === 'GET /api/users/{username}')
  expect(request?.spanContext().traceId).toBe(traceId)
  expect(request?.parentSpanContext?.spanId).toBe(parentId)
  expect(request?.attributes).toMatchObject({
    'http.route': '/api/users/{username}',
    'http.response.status_code': 200,
    'fanfare.request_id': 'of-the-edge',
  })
  const statements = spans.filter((it) => it !== request)
  expect(statements.length).toBeGreaterThan(0)
  for (const it of statements) {
    expect(it.parentSpanContext?.spanId).toBe(request?.spanContext().spanId)
    expect(it.name).toMatch(/^[a-z_]+$/)
  }
})

test('a task is a trace of its own with its statements, and says that it failed without what it was about', async () => {
  const [fan, alice] = [await api.makeUser(), await api.makeUser()]
  const jobs = await openJobs(api.db)
  const failed = Promise.withResolvers<void>()
  const queue = {
    ...{ name: 'test-traced', concurrency: 1, options: { retryLimit: 0 } },
    run: async () => {
      await api.call(fan, chat.send, { receiver_id: alice.id, content: 'hello' })
      failed.resolve()
      throw new Error('not a number: "secret"')
    },
  }
  await jobs.declare(queue)
  await api.db.transact((tx) => jobs.enqueue(tx, queue, [{}]))
  await jobs.start(api.ctx, [], 1)
  await failed.promise
  await jobs.stop()
  const job = exporter.getFinishedSpans().find(({ name }) => name === 'job test-traced')
  expect(job?.parentSpanContext).toBeUndefined()
  expect(job?.status).toEqual({ code: SpanStatusCode.ERROR, message: 'Error: not a number: "…"' })
  const inside = exporter.getFinishedSpans().filter((it) => it.spanContext().traceId === job?.spanContext().traceId)
  expect(inside.length).toBeGreaterThan(2)
})

test('what a client writes is in no span', async () => {
  const marker = 'Marker7f3a'
  const headers = { authorization: marker, cookie: marker, 'user-agent': marker }
  await api.fetch(null, `/api/users/${marker}?q=${marker}`, { headers })
  await api.fetch(null, `/${marker}`, { headers })
  const spans = exporter
    .getFinishedSpans()
    .map(({ name, attributes, events, status }) => ({ name, attributes, events, status }))
  expect(spans.length).toBeGreaterThan(1)
  expect(JSON.stringify(spans)).not.toContain(marker)
})
