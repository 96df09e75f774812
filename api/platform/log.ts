import pino from 'pino'

/**
 * The log of the process: a JSON object on each line of the standard output, or plain words on a developer's terminal.
 * Fields are ids, patterns and numbers: none takes an object, so that no request, row or error gets in whole.
 */
export const log = {
  debug: (message: string, fields: Fields = {}) => logger.debug(fields, message),
  info: (message: string, fields: Fields = {}) => logger.info(fields, message),
  warn: (message: string, fields: Fields = {}) => logger.warn(fields, message),
  error: (message: string, fields: Fields = {}) => logger.error(fields, message),
}

type Fields = {
  /** What `loggable` or `reasonOf` made of an error. */
  error?: string
  /** The id of the request that an answer carries as `x-request-id`. */
  request?: string
  /** Who called: a user, or an operator who acts for the `subject`. */
  actor?: string | undefined
  subject?: string | undefined
  /** The pattern of a route. */
  route?: string
  method?: string
  status?: number
  ms?: number
  queue?: string
  topup?: string
  /** The provider's name for a checkout, and what was paid there. */
  checkout?: string
  cents?: number | null
  currency?: string | null
  backup?: string
  question?: string
  what?: string
  channel?: string
  /** How much of a long job is still to be done. */
  left?: number
}

export type LogLevel = (typeof logLevels)[number]
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

export function setLogLevel(level: LogLevel): void {
  logger.level = level
}

/** Plain words where a developer reads them. */
export function setPrettyLog(isDevelopment: boolean): void {
  isPretty = isDevelopment && isTerminal
}

/** Whether a line of this level would be written; for lines whose fields cost something. */
export const isLogged = (level: 'debug' | 'info'): boolean => logger.isLevelEnabled(level)

/**
 * Where the lines go: each is written at once, so that none is lost with the process. No worker thread: passing a line to
 * one costs more than writing it.
 */
export const logOutput = {
  write(line: string): void {
    stdout.write(isPretty ? pretty(line) : line)
  },
}
const stdout = pino.destination({ dest: 1, sync: true })
/** `npm start` and `npm run dev` pass on with FORCE_COLOR that theirs is a terminal. */
const isTerminal = process.stdout.isTTY === true || process.env.FORCE_COLOR === '1'
let isPretty = false

const logger = pino(
  {
    level: 'warn',
    base: null,
    formatters: { level: (level) => ({ level }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  },
  { write: (line: string) => logOutput.write(line) },
)

function pretty(line: string): string {
  const { level, time, msg, error, ...fields } = JSON.parse(line) as Record<string, string>
  const facts = Object.entries(fields).map(([name, value]) => ` ${name}=${value}`)
  return `${time?.slice(11, 19)} ${level} ${msg}${facts.join('')}${error === undefined ? '' : ` ${error}`}\n`
}

/**
 * An error as a log may keep it: what failed and where, without the values of a query, which hold addresses, texts and
 * tokens of people.
 */
export function loggable(error: unknown): string {
  const parts: string[] = []
  for (let it = error; it !== undefined && parts.length < 5; it = it instanceof Error ? it.cause : undefined)
    parts.push([reasonOf(it), ...framesOf(it)].join('\n'))
  return parts.join('\ncaused by ')
}

/** The same on one line, for what is expected to fail now and then. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error))
    return error === null || typeof error !== 'object' ? withoutValues(String(error)) : 'an object'
  // Drizzle's message ends with the parameters of the query.
  const message = 'query' in error ? `Failed query: ${String(error.query)}` : withoutValues(error.message)
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown }
  const facts = [code, table, constraint].filter((it) => typeof it === 'string' && it !== '')
  return `${error.name}: ${message}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
}

/** PostgreSQL quotes the value that it could not read at the end of its sentence. */
const withoutValues = (message: string): string => message.replace(/: ".*"$/s, ': "…"')

const framesOf = (error: unknown): string[] =>
  error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : []
