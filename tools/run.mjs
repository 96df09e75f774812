/**
 * The first step of every command, for whatever Node the machine has (18 or newer) and before anything is
 * installed: installs what package-lock.json names if that is not there yet, then hands over to Node 24.
 * Usage: node tools/run.mjs tools/dev/start.ts [arguments]
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { progress } from './progress.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const node = join(root, 'node_modules', 'node', 'bin', 'node')
const ownPath = `${join(root, 'node_modules', 'node', 'bin')}:${join(root, 'node_modules', '.bin')}:${process.env.PATH}`
const windows = process.platform === 'win32'

if (!installed()) await install()
handOver(process.argv.slice(2))

/** Whether node_modules holds the versions of the lockfile, by npm's own record. */
function installed() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record) || !existsSync(node)) return false
  const [wanted, present] = [join(root, 'package-lock.json'), record].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
  )
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    return path === '' || (present[path] ? present[path].version === version : optional)
  })
}

async function install() {
  const done = progress('Installing packages (once, about a minute)')
  // `npm ci` wants every platform's optional package in the lockfile, which a registry that lacks one cannot give;
  // `npm install` without saving takes the same locked versions, and this machine's own where the lock has none.
  const npm = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const run = (env) => {
    const child = spawn('npm', npm, { cwd: root, stdio: 'inherit', shell: windows, env })
    return new Promise((resolve) => child.on('error', () => resolve(1)).on('exit', resolve))
  }
  let code = await run(process.env)
  // On an old Node npm leaves out what wants a newer one; on the one that it has just brought it adds that.
  if (code === 0 && Number.parseInt(process.versions.node, 10) < 22) code = await run({ ...process.env, PATH: ownPath })
  done()
  if (code === 0 && existsSync(node)) return
  console.error('The packages could not be installed; the lines above say why.')
  process.exit(1)
}

function handOver(parameters) {
  const child = spawn(node, parameters, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: ownPath } })
  // A terminal sends Ctrl-C to the child too; this process waits for it and passes its exit code on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
  // npm ends its shell without a signal to this process, and a killed npm leaves even the shell running.
  const started = parents()
  setInterval(() => parents() !== started && child.kill('SIGTERM'), 200).unref()
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** The parent and, where /proc tells it, the grandparent of this process. */
function parents() {
  try {
    return `${process.ppid} ${/^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8'))?.[1]}`
  } catch {
    return String(process.ppid)
  }
}
