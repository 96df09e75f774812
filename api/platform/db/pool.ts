import pg from 'pg'

/**
 * Connections to a PostgreSQL server. Who finds all of them busy waits in turn for as long as the database answers
 * anybody, so that a rush is served late rather than refused. Whether it answers is asked on a connection beside them,
 * as soon as nothing came back for a moment: when it does not, everybody hears so within a second (safety
 * §P9), and nobody is let in before it answers again.
 */
export class TurnPool extends pg.Pool {
  readonly #max: number
  readonly #line: Waiter[] = []
  #taken = 0
  /** The last sign of life, in milliseconds. */
  #signAt = Date.now()
  #isAway = false
  #isAsking = false
  #isOver = false
  readonly #queryMs: number
  readonly #busy = new WeakMap<pg.Client, { query: object; since: number }>()
  #beside: { client: pg.Client; opened: Promise<pg.Client> } | null = null
  readonly #watch: NodeJS.Timeout

  /** `queryMs`: a connection that owes one answer for longer is given up. */
  constructor({ queryMs = Number.POSITIVE_INFINITY, ...config }: pg.PoolConfig & { max: number; queryMs?: number }) {
    super({ ...config, connectionTimeoutMillis: patienceMs })
    this.#max = config.max
    this.#queryMs = queryMs
    this.on('connect', (client) => {
      // A connection that dies in use says so through its query; without a listener it would end the process.
      client.on('error', () => undefined)
    })
    // In good time: on a busy machine a connection takes longer than an answer may.
    this.once('connect', () => void this.#openBeside().catch(none))
    this.on('release', (error) => {
      if (!error) this.#signAt = Date.now()
      this.#leave()
    })
    this.#watch = setInterval(() => this.#look(), 50)
    this.#watch.unref()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Take): void
  override connect(callback?: Take): Promise<pg.PoolClient> | undefined {
    if (callback !== undefined) return void this.#enter(callback)
    return new Promise((resolve, reject) => {
      this.#enter((error, client) => (client === undefined ? reject(error) : resolve(client)))
    })
  }

  override async end(): Promise<void> {
    clearInterval(this.#watch)
    this.#isOver = true
    this.#refuseAll(new DatabaseAway('the pool is closed'))
    // One that is still being opened could not be told yet, and would stay.
    await this.#beside?.opened.then((client) => client.end()).catch(none)
    await super.end()
  }

  #enter(take: Take): void {
    if (this.#isAway) return void setImmediate(take, new DatabaseAway('the database does not answer'), undefined, none)
    if (this.#taken < this.#max) this.#open(take)
    else this.#line.push({ take, since: Date.now() })
  }

  #open(take: Take): void {
    if (this.#taken === 0) this.#signAt = Date.now()
    this.#taken++
    super.connect((error, client, done) => {
      if (error) this.#leave()
      take(error, client, done)
    })
  }

  #leave(): void {
    this.#taken--
    // After this turn, when the pool has the connection back.
    queueMicrotask(() => {
      if (this.#taken >= this.#max) return
      const next = this.#line.shift()
      if (next !== undefined) this.#open(next.take)
    })
  }

  #look(): void {
    const now = Date.now()
    for (let first = this.#line[0]; first !== undefined && now - first.since > patienceMs; first = this.#line[0]) {
      this.#line.shift()
      first.take(new DatabaseAway('waited too long for a connection'), undefined, none)
    }
    this.#cutOverdue(now)
    const isSilent = this.#taken > 0 && now - this.#signAt > silentMs
    if ((isSilent || this.#isAway) && !this.#isAsking) void this.#ask()
  }

  /**
   * One look at all instead of the driver's own `query_timeout`: a timer for each query links it to the next, and what is
   * cleared out of young memory then drags along every call that ever waited on the connection
   * (docs/decisions/gc-pauses.md).
   */
  #cutOverdue(now: number): void {
    for (const client of clientsOf(this)) {
      const query = client._getActiveQuery()
      const known = this.#busy.get(client)
      if (query === null || query === undefined) this.#busy.delete(client)
      else if (known?.query !== query) this.#busy.set(client, { query, since: now })
      else if (now - known.since > this.#queryMs) {
        this.#busy.delete(client)
        cut(client)
      }
    }
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    const askedAt = Date.now()
    const isAnswered = await this.#answersInTime()
    this.#isAsking = false
    if (isAnswered || this.#signAt > askedAt) {
      this.#signAt = Date.now()
      this.#isAway = false
      return
    }
    if (!this.#isAway) console.warn('the database does not answer')
    this.#isAway = true
    this.#refuseAll(new DatabaseAway('the database does not answer'))
    // Whoever waits for an answer or a connection gets none any more; the server takes back what was not committed.
    for (const client of clientsOf(this)) cut(client)
  }

  async #answersInTime(): Promise<boolean> {
    const ask = () => this.#askBeside()
    // A connection that died while nobody needed it says nothing about the server: a new one is asked then.
    const answer = ask()
      .catch(ask)
      .then(() => true, isFromServer)
    const late = new Promise<boolean>((resolve) => {
      // A busy process reads late: what has arrived by now counts, whatever the clock says.
      setTimeout(() => setImmediate(() => setImmediate(resolve, false)), answerMs)
    })
    const isAnswered = await Promise.race([answer, late])
    if (!isAnswered && this.#beside !== null) {
      cut(this.#beside.client)
      this.#beside = null
    }
    return isAnswered
  }

  async #askBeside(): Promise<void> {
    const client = await this.#openBeside()
    await client.query('select 1')
  }

  #openBeside(): Promise<pg.Client> {
    if (this.#isOver) return Promise.reject(new DatabaseAway('the pool is closed'))
    if (this.#beside !== null) return this.#beside.opened
    const client = new pg.Client({ ...this.options, keepAlive: true })
    const beside = { client, opened: client.connect().then(() => client) }
    const forget = () => {
      if (this.#beside === beside) this.#beside = null
    }
    client.on('error', forget)
    client.on('end', forget)
    beside.opened.catch(() => {
      forget()
      cut(client)
    })
    this.#beside = beside
    return beside.opened
  }

  #refuseAll(error: Error): void {
    for (const { take } of this.#line.splice(0)) take(error, undefined, none)
  }
}

/** The database cannot be had now; to be asked again later. `isUnreachable` knows it by its code. */
export class DatabaseAway extends Error {
  readonly code = 'ECONNAWAY'
}

type Take = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void
type Waiter = { take: Take; since: number }

const none = () => undefined
/** So long without a sign before the database is asked, and so long for its answer: together less than a second. */
const silentMs = 200
const answerMs = 500
/** Nobody waits longer for a connection, though the database answers. */
const patienceMs = 5_000

/** A no of the server itself, such as too many connections, is an answer; that it starts or stops is none. */
const isFromServer = (error: unknown): boolean => error instanceof pg.DatabaseError && !error.code?.startsWith('57P')

/** The driver's own names for them, which its types leave out. */
type Inside = pg.Client & { _getActiveQuery(): object | null | undefined }
const clientsOf = (pool: TurnPool) => (pool as unknown as { _clients: Inside[] })._clients

function cut(client: pg.Client | pg.PoolClient): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}
