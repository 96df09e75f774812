/**
 * Reports a step that takes long: at a terminal seconds count up on one line, elsewhere a line comes every ten seconds.
 * Answers a function that ends it. run.mjs uses it too, so it imports nothing and runs on Node 18.
 *
 * @param {string} what
 * @param {{ log?: (line: string) => void, out?: { isTTY?: boolean, write(text: string): unknown } | null }} [to] `out` is the
 *   terminal when no other process writes to it meanwhile, else null.
 * @returns {() => void}
 */
export function progress(what, { log = console.log, out = log === console.log ? process.stdout : null } = {}) {
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  const counting = out?.isTTY === true ? out : null
  const show = (end = '') => counting?.write(`\r${what}… ${seconds()}${end}`)
  if (counting) show()
  else log(`${what}…`)
  const timer = setInterval(() => (counting ? show() : log(`${what}… ${seconds()}`)), counting ? 1_000 : 10_000)
  return () => {
    clearInterval(timer)
    show('\n')
  }
}
