/**
 * Says what takes long and goes on saying so: at a terminal the seconds count up on one line, elsewhere a line comes every
 * ten seconds. Answers how to end it. For run.mjs too, so it needs nothing and any Node from 18 on.
 *
 * @param {string} what
 * @param {{ say?: (line: string) => void, out?: { isTTY?: boolean, write(text: string): unknown } | null }} [to] `out` is the
 *   terminal that nobody else writes to meanwhile; null where somebody may.
 * @returns {() => void}
 */
export function progress(what, { say = console.log, out = say === console.log ? process.stdout : null } = {}) {
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  const counting = out?.isTTY === true ? out : null
  const show = (end = '') => counting?.write(`\r${what}… ${seconds()}${end}`)
  if (counting) show()
  else say(`${what}…`)
  const timer = setInterval(() => (counting ? show() : say(`${what}… ${seconds()}`)), counting ? 1_000 : 10_000)
  return () => {
    clearInterval(timer)
    show('\n')
  }
}
