/** Whether a part answers; an error or a second without an answer count as no. */
export type Check = () => Promise<boolean>

/** What `/readyz` says of this node. */
export type Report = { ok: boolean; draining: boolean; parts: Record<string, 'ok' | 'down'> }

/**
 * Whether this node should be sent requests. Only the database and a shutdown decide it: all nodes share the other
 * parts, so that taking nodes out because of one would take down what goes on without it.
 */
export class Readiness {
  readonly #checks: Record<string, Check>
  #isDraining = false
  #last: { at: number; parts: Promise<Report['parts']> } | null = null

  constructor(checks: { database: Check } & Record<string, Check>) {
    this.#checks = checks
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** From now on the node asks for no more requests. */
  drain(): void {
    this.#isDraining = true
  }

  async report(): Promise<Report> {
    const parts = await this.#parts()
    return { ok: parts.database === 'ok' && !this.#isDraining, draining: this.#isDraining, parts }
  }

  /** Asked once a second, however many ask. */
  #parts(): Promise<Report['parts']> {
    const now = Date.now()
    if (this.#last === null || now - this.#last.at >= 1_000) this.#last = { at: now, parts: this.#ask() }
    return this.#last.parts
  }

  async #ask(): Promise<Report['parts']> {
    const asked = Object.entries(this.#checks).map(async ([name, check]) => [name, await inTime(check)] as const)
    return Object.fromEntries(await Promise.all(asked))
  }
}

async function inTime(check: Check): Promise<'ok' | 'down'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, 1_000, false)
  })
  const isUp = await Promise.race([check().catch(() => false), late])
  clearTimeout(timer)
  return isUp ? 'ok' : 'down'
}
