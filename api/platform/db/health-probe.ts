import { Socket } from 'node:net'
import pg from 'pg'
import { onStandby } from './standby.ts'

/** Checks on a connection of its own whether the database answers and is no standby, unless it is meant to be one. */
export class HealthProbe {
  readonly #config: pg.ClientConfig
  readonly #isStandby: boolean
  #connection: { socket: Socket; opened: Promise<pg.Client> } | null = null
  #isClosed = false

  constructor(config: pg.ClientConfig, isStandby = false) {
    this.#config = config
    this.#isStandby = isStandby
  }

  /** Connects before the first probe: on a busy machine connecting takes longer than an answer may. */
  open(): void {
    this.#open().catch(() => undefined)
  }

  /** Whether the database answered in time. A refusal of the server, such as too many connections, is an answer. */
  async answers(): Promise<boolean> {
    const ask = async () => void (await (await this.#open()).query('select 1'))
    // A connection that died while idle says nothing about the server, so the probe uses a new one.
    const answer = ask()
      .catch(ask)
      .then(() => true, isServerRefusal)
    const isAnswered = await Promise.race([answer, deadline()])
    if (!isAnswered) this.#drop()
    return isAnswered
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
  }

  #open(): Promise<pg.Client> {
    if (this.#isClosed) return Promise.reject(new Error('the health probe is closed'))
    if (this.#connection !== null) return this.#connection.opened
    const socket = new Socket()
    const client = new pg.Client({ ...this.#config, keepAlive: true, stream: () => socket })
    if (!this.#isStandby) onStandby(client, () => socket.destroy(new Error('the database is a standby')))
    const connection = { socket, opened: client.connect().then(() => client) }
    const forget = () => {
      if (this.#connection === connection) this.#connection = null
    }
    client.on('error', forget)
    client.on('end', forget)
    connection.opened.catch(() => {
      forget()
      socket.destroy()
    })
    this.#connection = connection
    return connection.opened
  }

  /** A polite goodbye would wait for a server that does not answer. */
  #drop(): void {
    this.#connection?.socket.destroy()
    this.#connection = null
  }
}

/** A busy process reads late: an answer that has arrived by the deadline counts, so input is read once more after it. */
const deadline = (): Promise<false> =>
  new Promise((resolve) => {
    setTimeout(() => setImmediate(() => setImmediate(resolve, false)), answerMs)
  })
const answerMs = 500

/** 57P01 to 57P03: the server is stopping or starting. */
const isServerRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && !error.code?.startsWith('57P')
