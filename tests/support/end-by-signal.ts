import { appendFileSync } from 'node:fs'

/** A program for `answerOfProcess`: writes down that it ran, then ends by the signal that it is given, or answers without one. */
const [file = '', signal = ''] = process.argv.slice(2)
appendFileSync(file, 'ran ')
if (signal === 'none') process.send?.({ text: 'done' }, () => process.exit(0))
else if (signal === 'exit') process.exit(3)
else process.kill(process.pid, signal)
setInterval(() => undefined, 1_000)
