/** Where the steps of a lane print. */
export type Output = { write(text: string | Uint8Array): void }

/**
 * Runs lanes of work side by side. The first lane prints as it goes; the next ones keep their text until those before
 * them have ended, so that the lines of two steps never mix.
 */
export async function runLanes(lanes: readonly ((out: Output) => Promise<void>)[], to: Output): Promise<void> {
  const outputs = lanes.map(() => createOutput(to))
  const ended = lanes.map((lane, index) => lane(outputs[index] as Output))
  for (const [index, end] of ended.entries()) {
    outputs[index]?.open()
    await end
  }
}

function createOutput(to: Output): Output & { open(): void } {
  let waiting: (string | Uint8Array)[] | null = []
  return {
    write: (text) => (waiting === null ? to.write(text) : void waiting.push(text)),
    open() {
      for (const text of waiting ?? []) to.write(text)
      waiting = null
    },
  }
}
