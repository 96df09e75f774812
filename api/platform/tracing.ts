import { context, propagation, type Span, SpanKind, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api'
import { reasonOf } from './log.ts'

/**
 * Spans for OpenTelemetry. The product has no SDK: without the one that an operator imports (docs/operations.md) every
 * call below does nothing. Names and attributes are patterns and names of statements, never what people wrote.
 */
const tracer = trace.getTracer('fanfare')

/** A request, which continues the trace that its `traceparent` names. */
export function traceRequest(headers: Headers, run: (span: Span) => Promise<void>): Promise<void> {
  const parent = propagation.extract(context.active(), headers, fromHeaders)
  return tracer.startActiveSpan('request', { kind: SpanKind.SERVER }, parent, (span) => ended(span, () => run(span)))
}

/** A named statement of a request or a job; a statement of neither has no span. */
export function traceStatement<T>(name: string, run: () => Promise<T>): Promise<T> {
  if (trace.getActiveSpan() === undefined) return run()
  return traced(name, { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } }, run)
}

/** A task of a queue. */
export const traceJob = (queue: string, run: () => Promise<unknown>): Promise<unknown> =>
  traced(`job ${queue}`, { kind: SpanKind.CONSUMER, root: true }, run)

const traced = <T>(name: string, options: SpanOptions, run: () => Promise<T>): Promise<T> =>
  tracer.startActiveSpan(name, options, (span) => ended(span, run))

async function ended<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: reasonOf(error) })
    throw error
  } finally {
    span.end()
  }
}

const fromHeaders = {
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
  keys: (headers: Headers) => [...headers.keys()],
}
